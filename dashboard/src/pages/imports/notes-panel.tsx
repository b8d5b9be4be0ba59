import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { DashboardImport } from '../../api/answers.ts';
import { Panel } from '../../parts/panel.tsx';
import { ProblemRows } from '../../parts/problem-rows.tsx';
import { countOf } from '../../words/numbers.ts';

/** Rows that were taken although something about them was set right. */
export function NotesPanel({ run }: { readonly run: DashboardImport }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Panel
      title={`${countOf(run.warning_rows, 'row')} taken with a note`}
      lead="They are in the store; something about them was set right or left out."
      actions={
        <Button variant="default" size="xs" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? 'Hide them' : 'Show them'}
        </Button>
      }
      flush
    >
      {isOpen && <ProblemRows heading="What was noted" rows={run.warnings} />}
    </Panel>
  );
}
