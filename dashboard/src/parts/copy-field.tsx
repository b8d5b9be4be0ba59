// Tests: test/browser/dashboard.test.ts.
import { ActionIcon, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Icon } from './icon.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
}

/**
 * Shows a text that people copy, by a button or by selecting it. Where the browser forbids the clipboard, selecting
 * still works.
 */
export function CopyField({ label, value }: CopyFieldProps) {
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      styles={{
        input: {
          fontFamily: 'var(--mantine-font-family-monospace)',
          fontSize: 'var(--mantine-font-size-xs)',
        },
      }}
      rightSection={
        <ActionIcon
          variant="subtle"
          aria-label={clipboard.copied ? `${label}: copied` : `Copy: ${label}`}
          onClick={() => clipboard.copy(value)}
        >
          <Icon name={clipboard.copied ? 'check' : 'copy'} size={16} />
        </ActionIcon>
      }
    />
  );
}
