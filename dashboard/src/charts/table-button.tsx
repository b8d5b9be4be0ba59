// Tests: test/browser/dashboard-readers.test.ts.
import { Button } from '@mantine/core';
import { Icon } from '../parts/icon.tsx';

interface TableButtonProps {
  /** What the picture shows, in a few words. */
  readonly name: string;
  readonly isTable: boolean;
  readonly onChange: (isTable: boolean) => void;
}

/** Shows the numbers of a picture as text, for people who cannot see it or point at its parts. */
export function TableButton({ name, isTable, onChange }: TableButtonProps) {
  const words = isTable ? 'Show as a picture' : 'Show as a table';
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      mt={6}
      leftSection={<Icon name={isTable ? 'overview' : 'table'} size={14} />}
      aria-label={`${words}: ${name}`}
      onClick={() => onChange(!isTable)}
    >
      {words}
    </Button>
  );
}
