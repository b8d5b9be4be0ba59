// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-delete-store.test.ts.
import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRefreshSession } from '../../api/session.ts';
import type { CreatedStore } from '../../api/settings.ts';
import { CopyField } from '../../parts/copy-field.tsx';

/**
 * Shows the keys of a new store, the secret one this one time, until its owner confirms that it is saved and goes on to
 * the store. Makes no call itself.
 */
export function CreatedKeys({ created: { store, keys } }: { readonly created: CreatedStore }) {
  const refresh = useRefreshSession();
  const navigate = useNavigate();
  const open = async () => {
    await refresh();
    await navigate({ to: '/stores/$storeId/start', params: { storeId: store.id } });
  };
  return (
    <Stack>
      <Text>
        <b>{store.name}</b> is ready. Keep the secret key now: it is not shown again. You find the storefront
        key under Install.
      </Text>
      <CopyField label="Secret key, for your server" value={keys.secret} />
      <CopyField label="Storefront key, for your shop's pages" value={keys.storefront} />
      <Button size="md" onClick={() => void open()}>
        Open the store
      </Button>
    </Stack>
  );
}
