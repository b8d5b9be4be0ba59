// Tests: test/browser/dashboard-onboarding.test.ts.
import { Anchor, Code, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useShopOrigin } from '../../api/widget.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { FileImport } from '../imports/file-import.tsx';
import type { Begun } from '../imports/send-panel.tsx';
import { AddressPanel } from './address-panel.tsx';

/** The ways by which products come: a file, a feed behind an address, or a call of the API. */
export function BringProducts({ onBegun }: { readonly onBegun: (begun: Begun) => void }) {
  return (
    <Stack gap="lg">
      <FileImport onBegun={onBegun} />
      <AddressPanel />
      <ApiPanel />
    </Stack>
  );
}

function ApiPanel() {
  const { storeId } = useStore();
  const origin = useShopOrigin();
  return (
    <Panel title="Or send them from a server">
      <Text size="sm" c="dimmed" mb="xs">
        Put a secret key of the store in place of <Code>ft_sk_…</Code>. You make one on the page{' '}
        <Anchor
          underline="always"
          renderRoot={(props) => (
            <Link to="/stores/$storeId/install" params={{ storeId }} search={{ part: 'keys' }} {...props} />
          )}
        >
          Install
        </Anchor>
        .
      </Text>
      <CodeBlock label="the call" text={callOf(origin)} />
    </Panel>
  );
}

function callOf(origin: string): string {
  return [
    `curl -X POST '${origin}/api/v1/product-imports' -H 'X-Api-Key: ft_sk_…' \\`,
    `  -H 'Content-Type: application/json' -d '{ "products": [`,
    `    { "external_id": "1", "title": "Desk lamp", "price": "39.90", "url": "https://shop.example/1" } ] }'`,
  ].join('\n');
}
