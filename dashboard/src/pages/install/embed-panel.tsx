// Tests: test/browser/dashboard.test.ts.
import { Anchor, Code, NativeSelect, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { StoreKey } from '../../../../contract/keys.ts';
import { useWidget } from '../../api/widget.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Panel } from '../../parts/panel.tsx';
import { embedLine, pinnedLine, policyLine, preconnectLine, proxiedLine } from '../../words/embed.ts';

/**
 * Shows the line that a shop's pages need, with the hint of a key in it, and further lines that some shops need. Reads
 * the widget's build (`GET /widget`); without it the pinned line is left out.
 */
export function EmbedPanel({ keys }: { readonly keys: readonly StoreKey[] }) {
  const usable = keys.filter(({ kind, revoked_at }) => kind === 'storefront' && revoked_at === null);
  const [chosen, setChosen] = useState<string | null>(null);
  const key = usable.find(({ id }) => id === chosen) ?? usable[0];
  const answer = useWidget().data;
  const origin = answer?.origin ?? location.origin;
  const build = answer?.widget ?? null;
  const hint = key?.hint ?? 'ft_pk_…';
  return (
    <Panel
      title="In your shop"
      lead="Add this line to every page that has a search box. It finds the box and shows the dropdown."
    >
      <Stack>
        {usable.length > 1 && (
          <NativeSelect
            label="With the key"
            maw={340}
            data={usable.map(({ id, name, hint: of }) => ({ value: id, label: `${name} (${of})` }))}
            value={key?.id ?? ''}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        <CodeBlock label="the line for your shop" text={embedLine(origin, hint)} />
        <Text size="sm" c="dimmed">
          Replace <Code>{hint}</Code> with the whole key, which was shown once when it was made. Themes,
          languages and everything else are attributes of this line; the playground writes it for a look that
          you choose.
        </Text>
        <Extra title="A moment sooner" text={preconnectLine(origin)} label="the hint">
          Put it into the head of the page: it opens the connection before the first key is pressed.
        </Extra>
        <Extra title="With a content security policy" text={policyLine(origin)} label="the policy">
          A page with a policy needs these sources, and those of your product pictures. Styles need none.
        </Extra>
        {build !== null && (
          <Extra title="One build, pinned" text={pinnedLine(origin, hint, build)} label="the pinned line">
            The browser runs this build ({formatKilobytes(build.gzip_bytes)}) or none. It stays at its address
            when the service gets a newer build, so fixes reach your shop only when you change the line.
          </Extra>
        )}
        <Extra
          title="Through your own domain"
          text={proxiedLine('/search', hint)}
          label="the line with your own paths"
        >
          On another domain than your shop's, every new query costs a second request (a preflight), since the
          key is in a header. Let your web server forward these three paths, and no others, to{' '}
          <Code>{origin}</Code>, without <Code>/search</Code>: there are{' '}
          <Anchor underline="always" href="/docs/widget" target="_blank" rel="noreferrer">
            recipes
          </Anchor>{' '}
          for nginx, Cloudflare, Next.js and Shopify.
        </Extra>
        <Extra title="Without the widget" text={curlLines(origin)} label="a call from a server">
          The whole API is described in its{' '}
          <Anchor underline="always" href="/docs" target="_blank" rel="noreferrer">
            document
          </Anchor>
          .
        </Extra>
      </Stack>
    </Panel>
  );
}

interface ExtraProps {
  readonly title: string;
  readonly text: string;
  /** Names the copied text for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
}

function Extra({ title, text, label, children }: ExtraProps) {
  return (
    <Stack gap={6}>
      <Text component="h3" size="sm" fw={600} mt="xs">
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
      <CodeBlock label={label} text={text} />
    </Stack>
  );
}

function formatKilobytes(bytes: number): string {
  return `${(bytes / 1_024).toFixed(1)} KiB over the wire`;
}

function curlLines(origin: string): string {
  return `curl '${origin}/api/v1/autocomplete?q=sho' -H 'X-Api-Key: <key>'`;
}
