// Tests: test/browser/dashboard.test.ts.
import { ActionIcon, Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import classes from './code-block.module.css';
import { Icon } from './icon.tsx';

interface CodeBlockProps {
  /** Names the text for the button that copies it. */
  readonly label: string;
  readonly text: string;
  /** Whether to copy the text is what the page is for: the button then stands below it and has a word. */
  readonly isMain?: boolean;
}

/** Shows lines of code that are copied as they are. */
export function CodeBlock({ label, text, isMain = false }: CodeBlockProps) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const copy = () => clipboard.copy(text);
  const icon = <Icon name={clipboard.copied ? 'check' : 'copy'} size={16} />;
  if (isMain) {
    return (
      <div className={classes.main}>
        <pre className={classes.text}>{text}</pre>
        <Button leftSection={icon} onClick={copy}>
          {clipboard.copied ? 'Copied' : `Copy ${label}`}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.block}>
      <pre className={classes.text}>{text}</pre>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.copy ?? ''}
        aria-label={clipboard.copied ? 'Copied' : `Copy ${label}`}
        onClick={copy}
      >
        {icon}
      </ActionIcon>
    </div>
  );
}
