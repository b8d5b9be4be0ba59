// Tests: test/browser/dashboard.test.ts.
import { Badge, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { PlaygroundAnswer } from '../../../../contract/playground.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Panel } from '../../parts/panel.tsx';
import { formatMs } from '../../words/numbers.ts';

const sources = {
  graph: 'Graph: ranked ahead of time',
  backend: 'Backend: ranked now',
} as const;

/** Shows the answer as a program gets it, with its source and the time that it took. Makes no call. */
export function AnswerPanel({ played }: { readonly played: PlaygroundAnswer }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const { answer, time_ms: timeMs } = played;
  return (
    <Panel
      title="The answer itself"
      actions={
        <Button variant="default" size="xs" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? 'Hide JSON' : 'Show JSON'}
        </Button>
      }
    >
      <Group gap="xs" mb={isOpen ? 'md' : 0}>
        <Badge variant="light" tt="none" size="lg">
          {formatMs(timeMs)}
        </Badge>
        <Badge variant="light" color="gray" tt="none" size="lg">
          {sources[answer.meta.source]}
        </Badge>
      </Group>
      {isOpen && <CodeBlock label="the answer" text={JSON.stringify(answer, null, 2)} />}
    </Panel>
  );
}
