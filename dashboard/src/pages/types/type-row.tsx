// Tests: test/browser/dashboard-type-review.test.ts.
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { StoreTypeBody } from '../../../../contract/enrichment.ts';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';
import { ReviewRow } from '../phrases/review-row.tsx';

/** What people do with types. */
export type TypeAction = 'accept' | 'rename' | 'refuse';

interface TypeRowProps {
  readonly type: StoreTypeBody;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onDecide: (action: TypeAction) => void;
}

/** One type: its products, why to look at it, some of them, and the buttons that decide about all. */
export function TypeRow({ type, isChosen, onChoose, onDecide }: TypeRowProps) {
  const { may } = useStore();
  const { name, reason, risk, samples, categories, words } = type;
  const beside = [categories.join(' · '), words.length > 0 && `Beside it: ${words.join(', ')}`];
  return (
    <ReviewRow
      name={name}
      size={<Numbers type={type} />}
      risk={risk}
      reason={reason}
      samples={{
        label: `Some products of ${name}`,
        samples: samples.map((sample) => ({ ...sample, text: sample.title })),
      }}
      isChosen={isChosen}
      onChoose={onChoose}
    >
      {beside.filter(Boolean).map((text) => (
        <Text key={String(text)} size="xs" c="dimmed" dir="auto" mt={6}>
          {text}
        </Text>
      ))}
      {may('editor') && <Actions name={name} onDecide={onDecide} />}
    </ReviewRow>
  );
}

/** How many products there are, and how many of them a person decided. */
function Numbers({ type: { name, products, decided_products: decided } }: Pick<TypeRowProps, 'type'>) {
  const { storeId } = useStore();
  return (
    <Group gap={8}>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            to="/stores/$storeId/products"
            params={{ storeId }}
            search={{ type: name }}
            aria-label={`${countOf(products, 'product')} of the type ${name}`}
            {...props}
          />
        )}
      >
        {countOf(products, 'product')}
      </Anchor>
      {decided > 0 && (
        <Text size="sm" c="dimmed">
          {Math.floor((100 * decided) / products)} % decided
        </Text>
      )}
    </Group>
  );
}

const actions = [
  { action: 'accept', label: 'Accept', variant: 'light' },
  { action: 'rename', label: 'Rename', variant: 'default' },
  { action: 'refuse', label: 'Refuse', variant: 'default' },
] as const;

function Actions({ name, onDecide }: Pick<TypeRowProps, 'onDecide'> & { readonly name: string }) {
  return (
    <Group gap={8} mt="sm">
      {actions.map(({ action, label, variant }) => (
        <Button
          key={action}
          size="xs"
          variant={variant}
          aria-label={`${label}: ${name}`}
          onClick={() => onDecide(action)}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
