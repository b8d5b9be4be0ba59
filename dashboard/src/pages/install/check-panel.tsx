// Tests: test/browser/dashboard-install.test.ts.
import { Stack, Table, Text } from '@mantine/core';
import type { ShopCheck, ShopFinding } from '../../../../contract/shop-check.ts';
import { useChange } from '../../api/call.ts';
import { AddressForm } from '../../parts/address-form.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Panel } from '../../parts/panel.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useStore } from '../../shell/current-store.ts';
import classes from './install.module.css';

/**
 * Checks a page of the shop (`POST /shop-check`) and shows what keeps the widget from working there. Faults of the
 * address are shown at its field. For editors; viewers see who may check.
 */
export function CheckPanel() {
  const { storeId, may } = useStore();
  const check = useChange(storeId, 'POST /shop-check');
  return (
    <Panel
      title="Check my shop"
      lead="Name a page that has your search box. The service fetches it as a visitor would, and says whether the dropdown works there."
    >
      {may('editor') ? (
        <AddressForm
          label="Page of your shop"
          action="Check"
          isPending={check.isPending}
          error={check.error}
          onSend={(url) => check.mutateAsync({ body: { url } })}
        />
      ) : (
        <Text size="sm">Editors of the store can check a page.</Text>
      )}
      <div role="status">{check.data !== undefined && <Result check={check.data.check} />}</div>
    </Panel>
  );
}

function Result({ check: { url, findings, attributes, inputs } }: { readonly check: ShopCheck }) {
  const problems = findings.filter(({ level }) => level === 'problem').length;
  return (
    <Stack mt="lg" gap="lg">
      <Text fw={600}>{verdictOf(problems, findings)}</Text>
      <ul className={classes.findings}>
        {findings.map((finding) => (
          <Finding key={`${finding.code}${finding.message}${finding.fix}`} finding={finding} />
        ))}
      </ul>
      <Facts
        facts={[
          { name: 'Page', value: url },
          ...attributes.map(({ name, value }) => ({ name, value: value === '' ? 'set' : value })),
        ]}
      />
      {inputs.length > 0 && <Inputs inputs={inputs} />}
    </Stack>
  );
}

function verdictOf(problems: number, findings: readonly ShopFinding[]): string {
  if (problems > 0) return problems === 1 ? 'One thing to change' : `${problems} things to change`;
  const isSure =
    ['line_found', 'inputs_bound'].every((wanted) => findings.some(({ code }) => code === wanted)) &&
    findings.every(({ level }) => level === 'good');
  return isSure ? 'The dropdown works on this page' : 'No fault was found, but try the search box yourself';
}

const tones = { problem: 'bad', warning: 'warn', good: 'good' } as const;
const levelWords = { problem: 'Change this', warning: 'Look at this', good: 'Good' } as const;

function Finding({ finding: { level, message, fix } }: { readonly finding: ShopFinding }) {
  return (
    <li>
      <StateMark tone={tones[level]}>{levelWords[level]}</StateMark>
      <Text size="sm">{message}</Text>
      {fix !== null && <CodeBlock label="what to write" text={fix} />}
    </li>
  );
}

const inputColumns = [{ label: 'Field' }, { label: 'Kind' }, { label: 'Dropdown' }];

function Inputs({ inputs }: { readonly inputs: ShopCheck['inputs'] }) {
  return (
    <StackedTable name="Search boxes of the page" columns={inputColumns}>
      {inputs.map(({ kind, id, name, placeholder, is_bound }, place) => (
        <Table.Tr key={[place, id, name].join()}>
          <StackedCell>
            <Text size="sm">
              {[placeholder, name, id && `#${id}`].filter(Boolean).join(' · ') || 'without a name'}
            </Text>
          </StackedCell>
          <StackedCell label="Kind">
            <Text size="sm">{kind}</Text>
          </StackedCell>
          <StackedCell label="Dropdown">
            <StateMark tone={is_bound === true ? 'good' : 'quiet'}>
              {is_bound === null ? 'Only a browser can say' : is_bound ? 'Yes' : 'No'}
            </StateMark>
          </StackedCell>
        </Table.Tr>
      ))}
    </StackedTable>
  );
}
