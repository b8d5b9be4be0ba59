// Tests: test/browser/dashboard.test.ts.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { FailureBody } from '../../../contract/imports.ts';
import { countOf } from '../words/numbers.ts';
import { Panel } from './panel.tsx';
import { ProblemRows } from './problem-rows.tsx';

interface NotesPanelProps {
  readonly count: number;
  /** The first of these rows. */
  readonly rows: readonly FailureBody[];
}

/** Lists imported rows with a value that was corrected or left out; closed at first. Makes no call. */
export function NotesPanel({ count, rows }: NotesPanelProps) {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Panel
      title={`${countOf(count, 'row')} accepted with a note`}
      lead="These products are in the store; a value of theirs was corrected or left out."
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
