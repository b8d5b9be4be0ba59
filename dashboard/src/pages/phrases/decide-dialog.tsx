// Tests: test/browser/dashboard-phrase-groups.test.ts.
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import type { PhraseVerdict } from '../../../../contract/words/phrase-patterns.ts';
import { useChange, useDryRun } from '../../api/call.ts';
import { messageOf } from '../../api/request.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { noticeDone } from '../../parts/notices.ts';
import { useReturnFocus } from '../../parts/use-return-focus.ts';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';

/** A decision that is about to be made. */
export interface PlannedDecision {
  readonly verdict: PhraseVerdict;
  /** What it is about, as a title. */
  readonly subject: string;
  readonly group: { readonly patterns: readonly string[] } | { readonly words: string };
}

interface DecideDialogProps {
  readonly planned: PlannedDecision;
  readonly onClose: () => void;
  /** Called once the decision is made. */
  readonly onDone: () => void;
}

/**
 * Says how many phrases and products a decision is about (`POST /phrases/decisions/preview`), and makes it (`POST
 * /phrases/decisions`), which waits for the count. A failure stands in the dialog, which stays open.
 */
export function DecideDialog({ planned, onClose, onDone }: DecideDialogProps) {
  const { storeId } = useStore();
  useReturnFocus();
  const { verdict, subject, group } = planned;
  const size = useDryRun(storeId, 'POST /phrases/decisions/preview', { body: group });
  const decide = useChange(storeId, 'POST /phrases/decisions');
  const verb = verdict === 'approved' ? 'Approve' : 'Refuse';
  return (
    <Modal opened onClose={onClose} title={`${verb} ${subject}`}>
      <Stack gap="sm">
        {size.isPending && <Skeleton h={48} />}
        {size.data != null && <Consequence verdict={verdict} size={size.data} />}
        <Text size="sm" c="dimmed">
          New phrases of this kind are {verdict === 'approved' ? 'approved' : 'refused'} too, until you take
          the decision back.
        </Text>
        {decide.isError && <FormFault>{messageOf(decide.error)}</FormFault>}
        {size.isError && <FormFault>{messageOf(size.error)}</FormFault>}
      </Stack>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          color={verdict === 'refused' ? 'red' : 'pine'}
          loading={decide.isPending}
          disabled={!size.isSuccess}
          onClick={() =>
            decide.mutate(
              { body: { ...group, verdict } },
              {
                onSuccess: ({ message }) => {
                  noticeDone(message);
                  onDone();
                },
              },
            )
          }
        >
          {verb}
        </Button>
      </Group>
    </Modal>
  );
}

interface ConsequenceProps {
  readonly verdict: PhraseVerdict;
  readonly size: {
    readonly phrases: number;
    readonly products: number;
    readonly emptied_products: number;
    readonly is_complete: boolean;
  };
}

function Consequence({ verdict, size }: ConsequenceProps) {
  const { phrases, products, emptied_products: emptied, is_complete: isComplete } = size;
  const what = `${isComplete ? '' : 'At least '}${countOf(phrases, 'phrase')} of ${countOf(products, 'product')}`;
  const isOne = phrases === 1;
  if (verdict === 'approved')
    return (
      <Text>
        {what} {isOne ? 'stays as it is' : 'stay as they are'}.
      </Text>
    );
  return (
    <>
      <Text>
        {what} {isOne ? 'is' : 'are'} no longer suggested or searched.
      </Text>
      {emptied > 0 && (
        <Text c="var(--bad)">
          {countOf(emptied, 'product')} would have no phrase left, and be found by their own words only.
        </Text>
      )}
    </>
  );
}
