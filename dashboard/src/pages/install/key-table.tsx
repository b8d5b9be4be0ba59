// Tests: test/browser/dashboard.test.ts.
import { Badge, Group, Table, Text } from '@mantine/core';
import type { StoreKey } from '../../../../contract/keys.ts';
import { useChange } from '../../api/call.ts';
import { Ago } from '../../parts/ago.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { noticeFailure } from '../../parts/notices.ts';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { useStore } from '../../shell/current-store.ts';
import { EditKeyButton } from './edit-key-button.tsx';

const columns = [
  { label: 'Name' },
  { label: 'Kind' },
  { label: 'Allowed origins' },
  { label: 'Last used' },
  { label: 'Actions', isLabelHidden: true },
];

/**
 * Lists keys with their scope, allowed origins and last use; and their hint. Owners can edit and
 * revoke keys (`DELETE /keys/:id`), after a confirmation. A failure is a notice.
 */
export function KeyTable({ keys }: { readonly keys: readonly StoreKey[] }) {
  return (
    <StackedTable name="Keys" verticalSpacing="sm" columns={columns}>
      {keys.map((key) => (
        <KeyRow key={key.id} item={key} />
      ))}
    </StackedTable>
  );
}

function KeyRow({ item }: { readonly item: StoreKey }) {
  const { may } = useStore();
  const isLive = item.revoked_at === null;
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
      <StackedCell label="Kind">
        <Badge
          miw="max-content"
          variant="light"
          color={item.kind === 'storefront' ? 'pine' : 'gray'}
          tt="none"
        >
          {item.kind === 'storefront' ? 'Storefront' : 'Secret'}
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
      <StackedCell>
        {isLive && may('owner') && (
          <Group gap={4} justify="flex-end" wrap="nowrap">
            <EditKeyButton item={item} />
            <RevokeButton item={item} />
          </Group>
        )}
        {item.revoked_at !== null && (
          <Text size="sm" c="dimmed" ta="end">
            Revoked <Ago at={item.revoked_at} />
          </Text>
        )}
      </StackedCell>
    </Table.Tr>
  );
}

function Origins({ item }: { readonly item: StoreKey }) {
  if (item.kind === 'secret') {
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
  const revoke = useChange(storeId, 'DELETE /keys/:id');
  return (
    <ConfirmButton
      label="Revoke"
      ariaLabel={`Revoke ${item.name}`}
      title={`Revoke ${item.name}?`}
      confirmLabel="Revoke the key"
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate({ params: { id: item.id } }, { onError: noticeFailure })}
    >
      {item.kind === 'storefront'
        ? 'Every page that carries this key stops showing suggestions at once.'
        : 'Every program that uses this key is refused at once.'}{' '}
      A revoked key never works again.
    </ConfirmButton>
  );
}
