// Tests: test/browser/dashboard-feeds.test.ts.
import { Stack, Text } from '@mantine/core';
import type { FeedRunBody, FetchFactsBody } from '../../../../contract/feeds.ts';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { Panel } from '../../parts/panel.tsx';
import { countOf, formatBytes, formatMs } from '../../words/numbers.ts';
import classes from './fetch-panel.module.css';
import { spansOfRun, type TimeSpan } from './timing.ts';

/** Shows the answer of the feed's server, and how the time of the run was spent. Makes no call. */
export function FetchPanel({ run }: { readonly run: FeedRunBody }) {
  const { fetch } = run;
  if (fetch === null) return null;
  const spans = spansOfRun(run);
  return (
    <Panel title="The fetch" lead={leadOf(fetch)}>
      <Stack gap="lg">
        <Facts facts={[{ name: 'Address', value: fetch.url }]} />
        {fetch.redirects.length > 0 && (
          <div>
            <Text size="sm" c="dimmed">
              Redirected from there to
            </Text>
            <ol className={classes.path}>
              {fetch.redirects.map(({ status, url }) => (
                <li key={`${status} ${url}`}>
                  {url} ({status})
                </li>
              ))}
            </ol>
          </div>
        )}
        <Facts facts={factsOf(fetch)} />
        {spans.length > 0 && <Times spans={spans} />}
      </Stack>
    </Panel>
  );
}

function leadOf({ status, redirects }: FetchFactsBody): string {
  const answer = answerOf(status);
  return redirects.length === 0 ? `${answer}.` : `${answer} after ${countOf(redirects.length, 'redirect')}.`;
}

function answerOf(status: number | null): string {
  if (status === null) return 'The server gave no answer';
  return status === 304 ? 'The server said that nothing has changed' : `The server answered ${status}`;
}

/** The facts of the fetch; those that the server did not send are left out. */
function factsOf(fetch: FetchFactsBody): readonly Fact[] {
  const { bytes_received: received, bytes_decoded: decoded } = fetch;
  const isPacked = decoded !== null && decoded !== received;
  const facts = [
    { name: 'Received', value: received === null ? null : formatBytes(received) },
    { name: 'Unpacked', value: isPacked ? formatBytes(decoded) : null },
    { name: 'Packed as', value: fetch.archive ?? fetch.content_encoding },
    { name: 'Type', value: fetch.content_type },
    { name: 'Last modified', value: fetch.last_modified },
    { name: 'ETag', value: fetch.etag },
    { name: 'Server', value: fetch.remote_address },
    {
      name: 'SHA-256',
      value: fetch.sha256 && (
        <span className={classes.hash} title={fetch.sha256}>
          {fetch.sha256.slice(0, 16)}…
        </span>
      ),
    },
  ];
  return facts.filter(({ value }) => value !== null && value !== '');
}

/** Draws one line for each part of the time; each begins where the one before ended. */
function Times({ spans }: { readonly spans: readonly TimeSpan[] }) {
  const whole = spans.reduce((sum, { ms }) => sum + ms, 0);
  const begins = spans.map((_, index) => spans.slice(0, index).reduce((sum, { ms }) => sum + ms, 0));
  return (
    <dl className={classes.times}>
      {spans.map(({ name, ms, color }, index) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>
            <span className={classes.track} aria-hidden="true">
              <i style={{ flexGrow: begins[index] ?? 0 }} />
              <b style={{ flexGrow: ms, background: `var(${color})` }} />
              <i style={{ flexGrow: whole - (begins[index] ?? 0) - ms }} />
            </span>
            {formatMs(ms)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
