// Tests: test/browser/dashboard.test.ts.
import { Badge, Button, Group, Table, Text } from '@mantine/core';
import type { StoreKey } from '../../../../contract/keys.ts';
import { useChange } from '../../api/call.ts';
import { Ago } from '../../parts/ago.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { noticeFailure } from '../../parts/notices.ts';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useStore } from '../../shell/current-store.ts';
import { nowMs } from '../../words/clock.ts';
import { endOfKey, isInUse, scopeWords } from '../../words/keys.ts';
import { EditKeyButton } from './edit-key-button.tsx';

const columns = [
  { label: 'Name' },
  { label: 'Scope' },
  { label: 'Allowed origins' },
  { label: 'Last used' },
  { label: 'End' },
  { label: 'Actions', isLabelHidden: true },
];

interface KeyTableProps {
  readonly keys: readonly StoreKey[];
  /** Opens the dialog that rotates a key. */
  readonly onRotate: (key: StoreKey) => void;
}

/**
 * Lists keys with their scope, allowed origins, last use and end, and their hint. Owners can edit, rotate and
 * revoke keys (`DELETE /keys/:key_id`), after a confirmation. A failure is a notice.
 */
export function KeyTable({ keys, onRotate }: KeyTableProps) {
  return (
    <StackedTable name="Keys" verticalSpacing="sm" columns={columns}>
      {keys.map((key) => (
        <KeyRow key={key.id} item={key} onRotate={() => onRotate(key)} />
      ))}
    </StackedTable>
  );
}

function KeyRow({ item, onRotate }: { readonly item: StoreKey; readonly onRotate: () => void }) {
  const { may } = useStore();
  const now = nowMs();
  const isLive = isInUse(item, now);
  return (
    <Table.Tr>
      <StackedCell>
        <Text size="sm" fw={500}>
          {item.name}
        </Text>
        <Text size="xs" c="dimmed">
          <code>{item.hint}</code> · made <Ago at={item.created_at} />
        </Text>
      </StackedCell>
      <StackedCell label="Scope">
        <Badge
          miw="max-content"
          variant="light"
          color={item.scope === 'storefront' ? 'pine' : 'gray'}
          tt="none"
        >
          {scopeWords[item.scope].label}
        </Badge>
      </StackedCell>
      <StackedCell label="Allowed origins">
        <Origins item={item} />
      </StackedCell>
      <StackedCell label="Last used">
        <Text size="sm" c="dimmed">
          {item.last_used_at === null ? 'Never' : <Ago at={item.last_used_at} />}
        </Text>
      </StackedCell>
      <StackedCell label="End">
        <End item={item} now={now} />
      </StackedCell>
      <StackedCell>
        {isLive && may('owner') && (
          <Group gap={4} justify="flex-end" wrap="nowrap">
            <EditKeyButton item={item} />
            {item.replaced_by === null && (
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                aria-label={`Rotate ${item.name}`}
                onClick={onRotate}
              >
                Rotate
              </Button>
            )}
            <RevokeButton item={item} />
          </Group>
        )}
      </StackedCell>
    </Table.Tr>
  );
}

function End({ item, now }: { readonly item: StoreKey; readonly now: number }) {
  const end = endOfKey(item, now);
  if (end === null) {
    return (
      <Text size="sm" c="dimmed">
        None
      </Text>
    );
  }
  return end.isSoon ? (
    <span title={end.exact}>
      <StateMark tone="warn">{end.words}</StateMark>
    </span>
  ) : (
    <Text size="sm" c="dimmed" title={end.exact}>
      {end.words}
    </Text>
  );
}

function Origins({ item }: { readonly item: StoreKey }) {
  if (item.scope !== 'storefront') {
    return (
      <Text size="sm" c="dimmed">
        Servers only
      </Text>
    );
  }
  const origins = item.allowed_origins;
  if (origins === null) {
    return (
      <Text size="sm" c="red">
        Cannot be read: revoke the key and make another
      </Text>
    );
  }
  if (origins.length === 0) return <Text size="sm">Any site</Text>;
  return origins.map((origin) => (
    <Text key={origin} size="sm">
      {origin}
    </Text>
  ));
}

function RevokeButton({ item }: { readonly item: StoreKey }) {
  const { storeId } = useStore();
  const revoke = useChange(storeId, 'DELETE /keys/:key_id');
  return (
    <ConfirmButton
      label="Revoke"
      ariaLabel={`Revoke ${item.name}`}
      title={`Revoke ${item.name}?`}
      confirmLabel="Revoke the key"
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate({ params: { key_id: item.id } }, { onError: noticeFailure })}
    >
      {item.scope === 'storefront'
        ? 'Every page that carries this key stops showing suggestions at once.'
        : 'Every program that uses this key is refused at once.'}{' '}
      A revoked key never works again.
    </ConfirmButton>
  );
}
