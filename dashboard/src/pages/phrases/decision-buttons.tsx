// Tests: test/browser/dashboard-phrases.test.ts.
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ProductTypeBody } from '../../../../contract/enrichment.ts';
import type { PhraseState } from '../../../../contract/words/enrichment.ts';
import { useChange } from '../../api/call.ts';
import { noticeFailure } from '../../parts/notices.ts';
import { useStore } from '../../shell/current-store.ts';
import { PhraseEditor } from './phrase-editor.tsx';

interface DecisionButtonsProps {
  readonly product: {
    readonly external_id: string;
    readonly title: string;
    readonly state: PhraseState | 'none';
    readonly suggestion_phrases: readonly string[];
    readonly search_phrases: readonly string[];
    readonly type: ProductTypeBody | null;
  };
  /** A phrase to add: the editor opens with it. */
  readonly added?: string | undefined;
}

type Decision = Exclude<PhraseState, 'edited'>;

/** The decisions that each state allows, the usual one first. `generated` undoes a lock or a refusal. */
const decisionsByState: Readonly<Record<PhraseState | 'none', readonly Decision[]>> = {
  generated: ['approved', 'rejected', 'locked'],
  approved: ['rejected', 'locked'],
  edited: ['generated', 'rejected', 'locked'],
  rejected: ['generated'],
  locked: ['generated'],
  none: [],
};

const labels: Readonly<Record<PhraseState, Readonly<Partial<Record<Decision, string>>>>> = {
  generated: { approved: 'Approve', rejected: 'Refuse', locked: 'Lock' },
  approved: { rejected: 'Refuse', locked: 'Lock' },
  edited: { generated: 'Use the generated ones', rejected: 'Refuse', locked: 'Lock' },
  rejected: { generated: 'Use them after all' },
  locked: { generated: 'Unlock' },
};

/**
 * Buttons that approve, refuse or lock the phrases of a product (`PUT /products/:external_id/phrases`), or open the
 * editor of its words. A failure is a notice. For editors and owners.
 */
export function DecisionButtons({ product, added }: DecisionButtonsProps) {
  const { storeId } = useStore();
  const decide = useChange(storeId, 'PUT /products/:external_id/phrases');
  const [isEditing, editor] = useDisclosure(added !== undefined);
  const { external_id, state, title } = product;
  const hasAny =
    product.type !== null || product.suggestion_phrases.length + product.search_phrases.length > 0;
  const decisions = hasAny || state === 'rejected' ? decisionsByState[state] : [];
  return (
    <Group gap={8}>
      {decisions.map((decision, index) => {
        const label = (state === 'none' ? undefined : labels[state][decision]) ?? decision;
        return (
          <Button
            key={decision}
            size="xs"
            variant={index === 0 && state === 'generated' ? 'light' : 'default'}
            loading={decide.isPending && decide.variables.body.state === decision}
            aria-label={`${label}: ${title}`}
            onClick={() =>
              decide.mutate(
                { params: { external_id }, body: { state: decision } },
                { onError: noticeFailure },
              )
            }
          >
            {label}
          </Button>
        );
      })}
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={`Edit type and phrases of ${title}`}
        onClick={editor.open}
      >
        Edit
      </Button>
      {isEditing && <PhraseEditor product={product} added={added} onClose={editor.close} />}
    </Group>
  );
}
