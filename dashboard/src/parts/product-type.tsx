// Tests: test/browser/dashboard-types.test.ts.
import { Badge, Group, List, Text } from '@mantine/core';
import type { ProductTypeBody } from '../../../contract/enrichment.ts';
import { wordsOfConfidence, wordsOfEvidence } from '../words/types.ts';
import { PhraseList } from './phrase-list.tsx';

interface ProductTypeProps {
  readonly type: ProductTypeBody;
  /** The person who decided last; null for no decision. */
  readonly reviewedBy: string | null;
}

/** Shows the type of a product, how certain it is, and the evidence for it. Makes no call. */
export function ProductType({ type, reviewedBy }: ProductTypeProps) {
  const { name, other_names: otherNames, confidence, evidence } = type;
  return (
    <div>
      <Text size="sm" c="dimmed" mb={6}>
        What it is
      </Text>
      <Group gap={10}>
        <Badge variant="filled" size="lg" tt="none" fw={600} dir="auto">
          {name}
        </Badge>
        <Text size="sm">{wordsOfConfidence(confidence)}</Text>
      </Group>
      {evidence.length > 0 && (
        <List size="sm" mt={8} c="dimmed" aria-label="What says so">
          {evidence.map((one) => (
            <List.Item key={`${one.source} ${one.text}`} style={{ overflowWrap: 'anywhere' }}>
              {wordsOfEvidence(one, { name, reviewedBy })}
            </List.Item>
          ))}
        </List>
      )}
      {otherNames.length > 0 && (
        <div style={{ marginTop: 12 }}>
          <PhraseList title="Also called" phrases={otherNames} />
        </div>
      )}
    </div>
  );
}
