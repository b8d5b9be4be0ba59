import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { type RuleMatch, ruleMatches } from '../../../../contract/words/merchandising.ts';
import type { ProductRow } from '../../api/answers.ts';
import type { RuleInput } from '../../api/merchandising.ts';
import { messageOf, RequestFailure } from '../../api/request.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { Panel } from '../../parts/panel.tsx';
import { BoostList } from './boost-list.tsx';
import classes from './merchandising.module.css';
import { ProductPicker } from './product-picker.tsx';
import { doesAnything, type RuleDraft, ruleOf } from './rule-draft.ts';
import { RulePreviewPanel } from './rule-preview.tsx';

interface RuleEditorProps {
  readonly initial: RuleDraft;
  readonly saveLabel: string;
  /** Products that the rules name. */
  readonly products: readonly ProductRow[];
  readonly isSaving: boolean;
  /** Why the last save was refused. */
  readonly error: unknown;
  readonly onSave: (rule: RuleInput) => void;
  /** Beside the button that saves. */
  readonly actions?: ReactNode;
}

/** Part of a draft that was changed. */
type Change = (part: Partial<RuleDraft>) => void;

/** A rule is written, and what shoppers would see is seen while it is. */
export function RuleEditor(props: RuleEditorProps) {
  const { initial, saveLabel, products, isSaving, error, onSave, actions } = props;
  const [draft, setDraft] = useState(initial);
  const [chosen, setChosen] = useState<readonly ProductRow[]>([]);
  const [isTried, setTried] = useState(false);
  const change: Change = (part) => setDraft((before) => ({ ...before, ...part }));
  const known = new Map([...products, ...chosen].map((product) => [product.external_id, product]));
  const rule = ruleOf(draft);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (doesAnything(rule)) onSave(rule);
  };
  const picker = (name: 'pins' | 'hides', label: string) => (
    <ProductPicker
      label={label}
      ids={draft[name]}
      known={known}
      isOrdered={name === 'pins'}
      onChange={(ids, product) => {
        change({ [name]: ids });
        if (product !== undefined) setChosen((before) => [...before, product]);
      }}
    />
  );
  return (
    <form onSubmit={save} noValidate className={classes.editor}>
      <Stack gap="lg">
        <Panel title="For which queries">
          <QueryFields draft={draft} onChange={change} />
        </Panel>
        <Panel
          title="On top"
          lead="In this order. What is out of stock stands where it stood without the rule."
        >
          {picker('pins', 'Pin a product')}
        </Panel>
        <Panel title="Lifted" lead="Above what holds as many words of the query and is as much in stock.">
          <BoostList boosts={draft.boosts} onChange={(boosts) => change({ boosts })} />
        </Panel>
        <Panel title="Hidden" lead="Not among the products of these queries; found by others.">
          {picker('hides', 'Hide a product')}
        </Panel>
        <Panel title="Leading to a page" lead="The first of the categories, with an address of your shop.">
          <RedirectFields draft={draft} onChange={change} />
        </Panel>
        {isTried && !doesAnything(rule) && (
          <FormFault>Pin, lift or hide something, or lead to a page.</FormFault>
        )}
        {error !== null && <FormFault>{faultWords(error)}</FormFault>}
        <Group>
          <Button type="submit" loading={isSaving}>
            {saveLabel}
          </Button>
          {actions}
        </Group>
      </Stack>
      <RulePreviewPanel rule={rule} />
    </form>
  );
}

/** Faults name places of the whole list; their words are what counts. */
function faultWords(error: unknown): string {
  if (!(error instanceof RequestFailure) || error.errors.length === 0) return messageOf(error);
  return error.errors.map(({ message }) => message).join(' ');
}

interface FieldsProps {
  readonly draft: RuleDraft;
  readonly onChange: Change;
}

const matchWords: Readonly<Record<RuleMatch, string>> = {
  exact: 'exactly this',
  prefix: 'everything that begins so',
};

function QueryFields({ draft, onChange }: FieldsProps) {
  return (
    <Stack>
      <div className={classes.pair}>
        <TextInput
          label="Query"
          description="Nothing: the empty box."
          maxLength={limits.queryMaxLength}
          value={draft.query}
          onChange={({ currentTarget: { value } }) => onChange({ query: value })}
        />
        <NativeSelect
          label="What is typed is"
          description="Case and accents do not count."
          data={ruleMatches.map((value) => ({ value, label: matchWords[value] }))}
          value={draft.match}
          onChange={({ currentTarget: { value } }) =>
            onChange({ match: value === 'prefix' ? 'prefix' : 'exact' })
          }
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          type="datetime-local"
          label="From"
          description="Nothing: at once."
          value={draft.startsAt}
          onChange={({ currentTarget: { value } }) => onChange({ startsAt: value })}
        />
        <TextInput
          type="datetime-local"
          label="Until"
          description="Nothing: for good."
          value={draft.endsAt}
          onChange={({ currentTarget: { value } }) => onChange({ endsAt: value })}
        />
      </div>
      <Checkbox
        label="The rule is active"
        checked={draft.isActive}
        onChange={({ currentTarget: { checked } }) => onChange({ isActive: checked })}
      />
    </Stack>
  );
}

function RedirectFields({ draft, onChange }: FieldsProps) {
  return (
    <div className={classes.pair}>
      <TextInput
        label="Words"
        placeholder="All boots"
        maxLength={limits.fieldMaxLength}
        value={draft.redirectTitle}
        onChange={({ currentTarget: { value } }) => onChange({ redirectTitle: value })}
      />
      <TextInput
        label="Address"
        type="url"
        placeholder="https://…"
        value={draft.redirectUrl}
        onChange={({ currentTarget: { value } }) => onChange({ redirectUrl: value })}
      />
    </div>
  );
}
