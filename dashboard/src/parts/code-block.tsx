// Tests: test/browser/dashboard.test.ts.
import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import classes from './code-block.module.css';
import { Icon } from './icon.tsx';

interface CodeBlockProps {
  /** Names the text for the button that copies it. */
  readonly label: string;
  readonly text: string;
}

/** Shows lines of code that are copied as they are. */
export function CodeBlock({ label, text }: CodeBlockProps) {
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <div className={classes.block}>
      <pre className={classes.text}>{text}</pre>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.copy ?? ''}
        aria-label={clipboard.copied ? 'Copied' : `Copy ${label}`}
        onClick={() => clipboard.copy(text)}
      >
        <Icon name={clipboard.copied ? 'check' : 'copy'} size={16} />
      </ActionIcon>
    </div>
  );
}
