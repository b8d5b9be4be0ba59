// Tests: test/browser/dashboard-merchandising.test.ts.
import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import type { ProductRow } from '../../../../contract/products.ts';
import {
  type RuleInput,
  type RuleMatch,
  ruleDeleted,
  ruleMatches,
} from '../../../../contract/words/merchandising.ts';
import { RequestFailure } from '../../api/request.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ownZone } from '../../words/clock.ts';
import { BoostList } from './boost-list.tsx';
import { ProductPicker } from './product-picker.tsx';
import { type RuleDraft, ruleOf } from './rule-draft.ts';
import { faultsOf, type RuleFaults, refusalsOf } from './rule-faults.ts';
import { RulePreviewPanel } from './rule-preview.tsx';
import classes from './rules.module.css';

interface RuleEditorProps {
  readonly initial: RuleDraft;
  readonly saveLabel: string;
  /** Products that rules of the store name, so that ids show as titles. */
  readonly products: readonly ProductRow[];
  readonly isSaving: boolean;
  /** The error of the last save; null if none was refused. */
  readonly error: unknown;
  /** Reads the rule again, if someone else has changed it. */
  readonly onReload: () => void;
  /** Saves the rule as a new one, if someone else has deleted it. */
  readonly onMakeAnew: (rule: RuleInput) => void;
  /** A button that leaves the rule. */
  readonly back: ReactNode;
  readonly onSave: (rule: RuleInput) => void;
  /** Further buttons beside the one that saves. */
  readonly actions?: ReactNode;
}

/** Part of a draft that was changed. */
type Change = (part: Partial<RuleDraft>) => void;

/**
 * The form of a rule, with a preview of what shoppers would see (`POST /merchandising/preview`). Saving is the page's
 * task. Faults are shown at their fields, and the summary beside the button. If someone else has changed or deleted the
 * rule meanwhile, it offers to reload it or to save it as a new one.
 */
export function RuleEditor(props: RuleEditorProps) {
  const { initial, saveLabel, products, isSaving, error, onReload, onMakeAnew, back, onSave, actions } =
    props;
  const [draft, setDraft] = useState(initial);
  const [chosen, setChosen] = useState<readonly ProductRow[]>([]);
  const [isTried, setTried] = useState(false);
  const change: Change = (part) => setDraft((before) => ({ ...before, ...part }));
  const known = new Map([...products, ...chosen].map((product) => [product.external_id, product]));
  const rule = ruleOf(draft);
  const found = faultsOf(draft);
  const isFaulty = Object.keys(found).length > 0;
  const faults: RuleFaults = isTried && isFaulty ? found : refusalsOf(error);
  const send = (take: (rule: RuleInput) => void) => {
    setTried(true);
    if (!isFaulty) take(rule);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    send(onSave);
  };
  const lists = { draft, faults, known, onChange: change };
  const remember = (product: ProductRow) => setChosen((before) => [...before, product]);
  return (
    <form onSubmit={save} noValidate className={classes.editor}>
      <Stack gap="lg">
        <Panel title="For which queries">
          <QueryFields draft={draft} faults={faults} onChange={change} />
        </Panel>
        <Panel
          title="On top"
          lead="In this order. Products out of stock keep the position that they have without the rule."
        >
          <RuleProducts name="pins" label="Pin a product" {...lists} onChoose={remember} />
        </Panel>
        <Panel
          title="Boosted"
          lead="Moves products above others that match equally well and have the same stock state."
        >
          <BoostList boosts={draft.boosts} fault={faults.boosts} onChange={(boosts) => change({ boosts })} />
        </Panel>
        <Panel title="Hidden" lead="Never shown for these queries; other queries still find them.">
          <RuleProducts name="hides" label="Hide a product" {...lists} onChoose={remember} />
        </Panel>
        <Panel title="Link to a page" lead="Shown as the first category, with an address of your shop.">
          <RedirectFields draft={draft} faults={faults} onChange={change} />
        </Panel>
        <SaveFault
          faults={faults}
          error={error}
          onReload={onReload}
          onMakeAnew={() => send(onMakeAnew)}
          back={back}
        />
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

interface RuleProductsProps extends FieldsProps {
  readonly name: 'pins' | 'hides';
  readonly label: string;
  /** Products by external id, so that ids show as titles. */
  readonly known: ReadonlyMap<string, ProductRow>;
  /** Reports a product that a person found, so that its title is known from now on. */
  readonly onChoose: (product: ProductRow) => void;
}

/** One of the two lists of products of a rule. Only pinned products have an order. */
function RuleProducts({ name, label, draft, faults, known, onChange, onChoose }: RuleProductsProps) {
  const typed = name === 'pins' ? 'pinText' : 'hideText';
  return (
    <ProductPicker
      label={label}
      ids={draft[name]}
      known={known}
      isOrdered={name === 'pins'}
      text={draft[typed]}
      onType={(text) => onChange({ [typed]: text })}
      fault={faults[name]}
      onChange={(ids, product) => {
        onChange({ [name]: ids });
        if (product !== undefined) onChoose(product);
      }}
    />
  );
}

interface SaveFaultProps {
  readonly faults: RuleFaults;
  readonly error: unknown;
  readonly onReload: () => void;
  readonly onMakeAnew: () => void;
  readonly back: ReactNode;
}

/** Says beside the button that the rule was not saved, since the faulty fields may be out of sight. */
function SaveFault({ faults, error, onReload, onMakeAnew, back }: SaveFaultProps) {
  if (Object.keys(faults).length === 0) return null;
  const isConflict = error instanceof RequestFailure && error.code === 'conflict';
  const isDeleted = isConflict && error.errors.some(({ code }) => code === ruleDeleted);
  return (
    <Stack gap={8} align="start">
      <FormFault>{faults.rule ?? 'Not saved: see what is marked above.'}</FormFault>
      {isDeleted && (
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={onMakeAnew}>
            Save it as a new rule
          </Button>
          {back}
        </Group>
      )}
      {isConflict && !isDeleted && (
        <Button variant="default" size="xs" onClick={onReload}>
          Reload the rule, without my changes
        </Button>
      )}
    </Stack>
  );
}

interface FieldsProps {
  readonly draft: RuleDraft;
  readonly faults: RuleFaults;
  readonly onChange: Change;
}

const matchWords: Readonly<Record<RuleMatch, string>> = {
  exact: 'exactly this',
  prefix: 'anything that begins with this',
};

function QueryFields({ draft, faults, onChange }: FieldsProps) {
  return (
    <Stack>
      <div className={classes.pair}>
        <TextInput
          label="Query"
          description="Leave it empty for the empty search box."
          maxLength={limits.queryMaxLength}
          error={faults.query}
          value={draft.query}
          onChange={({ currentTarget: { value } }) => onChange({ query: value })}
        />
        <NativeSelect
          label="Shoppers type"
          description="Case, accents and punctuation do not count."
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
          description={`In your time zone, ${ownZone()}. Empty: at once.`}
          error={faults.startsAt}
          value={draft.startsAt}
          onChange={({ currentTarget: { value } }) => onChange({ startsAt: value })}
        />
        <TextInput
          type="datetime-local"
          label="Until"
          description={`In your time zone, ${ownZone()}. Empty: without an end.`}
          error={faults.endsAt}
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

function RedirectFields({ draft, faults, onChange }: FieldsProps) {
  return (
    <div className={classes.pair}>
      <TextInput
        label="Words"
        placeholder="All boots"
        maxLength={limits.fieldMaxLength}
        error={faults.redirectTitle}
        value={draft.redirectTitle}
        onChange={({ currentTarget: { value } }) => onChange({ redirectTitle: value })}
      />
      <TextInput
        label="Address"
        type="url"
        placeholder="https://…"
        error={faults.redirectUrl}
        value={draft.redirectUrl}
        onChange={({ currentTarget: { value } }) => onChange({ redirectUrl: value })}
      />
    </div>
  );
}
