// Tests: test/browser/dashboard-phrases.test.ts.
import { Badge, Group, Text } from '@mantine/core';

interface PhraseListProps {
  readonly title: string;
  readonly phrases: readonly string[];
}

/** Shows phrases side by side under a title; nothing if there are none. */
export function PhraseList({ title, phrases }: PhraseListProps) {
  if (phrases.length === 0) return null;
  return (
    <div>
      <Text size="sm" c="dimmed" mb={6}>
        {title}
      </Text>
      <Group gap={6}>
        {phrases.map((phrase) => (
          <Badge key={phrase} variant="light" size="lg" tt="none" fw={500} dir="auto">
            {phrase}
          </Badge>
        ))}
      </Group>
    </div>
  );
}
