import { Anchor, Code, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { StoreKey } from '../../api/answers.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Panel } from '../../parts/panel.tsx';
import { embedLine } from './embed-line.ts';

/** What a shop's pages need: one line, with the key in the place of its hint. */
export function EmbedPanel({ keys }: { readonly keys: readonly StoreKey[] }) {
  const usable = keys.filter(({ kind, revoked_at }) => kind === 'storefront' && revoked_at === null);
  const [chosen, setChosen] = useState<string | null>(null);
  const key = usable.find(({ id }) => id === chosen) ?? usable[0];
  const { origin } = location;
  return (
    <Panel
      title="In your shop"
      lead="Put this line into every page that has a search box. It binds to the box and shows the dropdown."
    >
      <Stack>
        {usable.length > 1 && (
          <NativeSelect
            label="With the key"
            maw={340}
            data={usable.map(({ id, name, hint }) => ({ value: id, label: `${name} (${hint})` }))}
            value={key?.id ?? ''}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        <CodeBlock label="the line for your shop" text={embedLine(origin, key?.hint ?? 'ft_pk_…')} />
        <Text size="sm" c="dimmed">
          Put the whole key in the place of <Code>{key?.hint ?? 'ft_pk_…'}</Code>: it was shown once when it
          was made. A page with a content security policy also needs <Code>{origin}</Code> in{' '}
          <Code>script-src</Code> and <Code>connect-src</Code>.
        </Text>
        <CodeBlock label="a call from a server" text={curlLines(origin)} />
        <Text size="sm" c="dimmed">
          Everything that the API can do stands in its{' '}
          <Anchor underline="always" href="/docs" target="_blank" rel="noreferrer">
            document
          </Anchor>
          .
        </Text>
      </Stack>
    </Panel>
  );
}

function curlLines(origin: string): string {
  return `curl '${origin}/api/v1/autocomplete?q=sho' -H 'X-Api-Key: <key>'`;
}
