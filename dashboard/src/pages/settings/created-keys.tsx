import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CreatedStore } from '../../api/settings.ts';
import { CopyField } from '../../parts/copy-field.tsx';

/** The keys of a store that was just made. */
export function CreatedKeys({ created }: { readonly created: CreatedStore }) {
  return (
    <Stack>
      <Text>
        <b>{created.store.name}</b> is ready. Keep these keys now: they are not shown again.
      </Text>
      <CopyField label="Secret key, for your server" value={created.keys.secret} />
      <CopyField label="Storefront key, for your shop's pages" value={created.keys.storefront} />
      <Anchor
        renderRoot={(props) => (
          <Link to="/stores/$storeId" params={{ storeId: created.store.id }} {...props} />
        )}
      >
        Open {created.store.name}
      </Anchor>
    </Stack>
  );
}
