import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { FailureBody } from '../../../contract/product-import.ts';
import { countOf } from '../words/numbers.ts';
import { Panel } from './panel.tsx';
import { ProblemRows } from './problem-rows.tsx';

interface NotesPanelProps {
  readonly count: number;
  /** The first of them. */
  readonly rows: readonly FailureBody[];
}

/** Rows that were taken although something about them was set right. */
export function NotesPanel({ count, rows }: NotesPanelProps) {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Panel
      title={`${countOf(count, 'row')} taken with a note`}
      lead="They are in the store; something about them was set right or left out."
      actions={
        <Button variant="default" size="xs" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? 'Hide them' : 'Show them'}
        </Button>
      }
      flush
    >
      {isOpen && <ProblemRows heading="What was noted" rows={rows} />}
    </Panel>
  );
}
