// Tests: test/browser/dashboard-install.test.ts, test/browser/dashboard.test.ts.
import { Anchor, Code, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WidgetBuild } from '../../api/widget.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import {
  type EmbedAttributes,
  pinnedLine,
  policyLine,
  preconnectLine,
  proxiedLine,
} from '../../words/embed.ts';
import classes from './install.module.css';

interface OtherLinesProps {
  readonly origin: string;
  /** The whole key, or its hint where the key itself is not known. */
  readonly token: string;
  /** Null where the service has no widget: the pinned line is then left out. */
  readonly build: WidgetBuild | null;
  readonly attributes: EmbedAttributes;
}

/** Lines that only some shops need, folded until they are asked for. Makes no call. */
export function OtherLines({ origin, token, build, attributes }: OtherLinesProps) {
  return (
    <details>
      <summary className={classes.summary}>Lines that some shops need as well</summary>
      <Stack mt="sm">
        <Extra title="A moment sooner" text={preconnectLine(origin)} label="the hint">
          Put it into the head of the page: it opens the connection before the first key is pressed.
        </Extra>
        <Extra title="With a content security policy" text={policyLine(origin)} label="the policy">
          A page with a policy needs these sources, and those of your product pictures. Styles need none.
        </Extra>
        {build !== null && (
          <Extra
            title="One build, pinned"
            text={pinnedLine(origin, token, build, attributes)}
            label="the pinned line"
          >
            The browser runs this build ({formatKilobytes(build.gzip_bytes)}) or none. It stays at its address
            when the service gets a newer build, so fixes reach your shop only when you change the line.
          </Extra>
        )}
        <Extra
          title="Through your own domain"
          text={proxiedLine('/search', token, attributes)}
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
        <Extra title="Without the widget" text={curlLines(origin, token)} label="a call from a server">
          The whole API is described in its{' '}
          <Anchor underline="always" href="/docs" target="_blank" rel="noreferrer">
            document
          </Anchor>
          .
        </Extra>
      </Stack>
    </details>
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

function curlLines(origin: string, token: string): string {
  return `curl '${origin}/api/v1/autocomplete?q=sho' -H 'X-Api-Key: ${token}'`;
}
