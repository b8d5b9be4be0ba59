// Tests: test/browser/dashboard-query.test.ts.
import { Badge, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRead } from '../../api/call.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatMs } from '../../words/numbers.ts';

const sources = {
  graph: 'Graph: ranked ahead of time',
  backend: 'Backend: ranked now',
} as const;

/** Shows the published answer as a program gets it, with its source and the time that it took (`GET /playground`). */
export function AnswerPanel({ q }: { readonly q: string }) {
  const { storeId } = useStore();
  const [isOpen, { toggle }] = useDisclosure(false);
  const played = useRead(storeId, 'GET /playground', isOpen ? {} : null, { query: { q }, staleMs: 0 });
  return (
    <Panel
      title="For developers: the answer itself"
      actions={
        <Button variant="default" size="xs" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? 'Hide JSON' : 'Show JSON'}
        </Button>
      }
    >
      {isOpen && played.isError && <FailureNote error={played.error} />}
      {isOpen && played.data !== undefined && (
        <>
          <Group gap="xs" mb="md">
            <Badge variant="light" tt="none" size="lg">
              {formatMs(played.data.time_ms)}
            </Badge>
            <Badge variant="light" color="gray" tt="none" size="lg">
              {sources[played.data.answer.meta.source]}
            </Badge>
          </Group>
          <CodeBlock label="the answer" text={JSON.stringify(played.data.answer, null, 2)} />
        </>
      )}
    </Panel>
  );
}
