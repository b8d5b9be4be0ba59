// Tests: test/browser/dashboard-ranking.test.ts.
import { ActionIcon, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { type BoostStrength, boostedFields, boostStrengths } from '../../../../contract/words/ranking.ts';
import { useProducts } from '../../api/products.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FormFault } from '../../parts/form-fault.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';
import { describeBoost, strengthWords } from '../../words/ranking.ts';
import { faultOf } from '../collections/collection-draft.ts';
import { ConditionFields } from '../collections/condition-row.tsx';
import classes from './ranking.module.css';
import {
  boostOf,
  type DraftBoost,
  finishedOf,
  offeredValues,
  type RankingDraft,
  withNewBoost,
} from './ranking-draft.ts';

/** The pause after the last key before products are asked for, in ms. Chosen: long enough to type a word. */
const typingPauseMs = 350;

interface BoostPanelProps {
  readonly draft: RankingDraft;
  /** The key of the boost whose inputs are shown; null for none. */
  readonly openKey: number | null;
  /** Whether a person tried to publish, so that unfinished boosts say what they lack. */
  readonly isTried: boolean;
  /** The messages of the service, by the path of the value; places count the finished boosts. */
  readonly faults: Readonly<Record<string, string>>;
  /** How many products meet each finished boost; null while that is unknown. */
  readonly counts: readonly number[] | null;
  readonly onOpen: (key: number | null) => void;
  readonly onChange: (draft: RankingDraft) => void;
}

/**
 * The boosts of a store as sentences, each of which editors open, change and remove; at most `limits.rankingBoosts`. Faults are shown
 * below their boosts. Without a boost it says what one is for.
 */
export function BoostPanel(props: BoostPanelProps) {
  const { draft, onOpen, onChange } = props;
  const { may } = useStore();
  const button = useRef<HTMLButtonElement>(null);
  const [removals, setRemovals] = useState(0);
  // The button that removed a boost is gone with it.
  useEffect(() => {
    if (removals > 0) button.current?.focus();
  }, [removals]);
  const add = () => {
    const next = withNewBoost(draft);
    onOpen(next.boosts.at(-1)?.condition.key ?? null);
    onChange(next);
  };
  const addButton = may('editor') && (
    <Button
      ref={button}
      variant="default"
      size="xs"
      leftSection={<Icon name="plus" size={14} />}
      disabled={draft.boosts.length >= limits.rankingBoosts}
      onClick={add}
    >
      Add a boost
    </Button>
  );
  return (
    <Panel
      title="Boosts"
      lead="They move products up or down among those that meet a search equally well. Popularity still counts."
    >
      {draft.boosts.length === 0 ? (
        <EmptyNote icon="up" title="No boost yet" action={addButton}>
          {may('editor')
            ? 'Raise a brand, a category, a good margin or what is new. You see what moves in your most frequent searches before you publish.'
            : 'Products come in the usual order. Editors of the store can change it.'}
        </EmptyNote>
      ) : (
        <Stack gap="sm">
          <BoostList {...props} onRemoved={() => setRemovals(removals + 1)} />
          <Group>{addButton}</Group>
        </Stack>
      )}
    </Panel>
  );
}

interface BoostListProps extends BoostPanelProps {
  readonly onRemoved: () => void;
}

function BoostList(props: BoostListProps) {
  const { draft, openKey, isTried, faults, counts, onOpen, onChange, onRemoved } = props;
  const { boosts } = draft;
  const finished = finishedOf(draft);
  const remove = (index: number) => {
    onChange({ ...draft, boosts: boosts.toSpliced(index, 1) });
    onRemoved();
  };
  return (
    <ul className={classes.boosts}>
      {boosts.map((boost, index) => {
        const { key } = boost.condition;
        const place = finished.indexOf(boost);
        return (
          <BoostRow
            key={key}
            boost={boost}
            number={index + 1}
            count={counts?.[place] ?? null}
            fault={place < 0 ? (isTried ? faultOf(boost.condition) : null) : faultAt(faults, place)}
            isOpen={openKey === key}
            onOpen={(opens) => onOpen(opens ? key : null)}
            onChange={(changed) => onChange({ ...draft, boosts: boosts.with(index, changed) })}
            onRemove={() => remove(index)}
          />
        );
      })}
    </ul>
  );
}

function faultAt(faults: Readonly<Record<string, string>>, place: number): string | null {
  const path = `boosts/${place}`;
  return Object.entries(faults).find(([at]) => at === path || at.startsWith(`${path}/`))?.[1] ?? null;
}

interface BoostRowProps {
  readonly boost: DraftBoost;
  /** The number of the boost, from 1. */
  readonly number: number;
  readonly count: number | null;
  readonly fault: string | null;
  readonly isOpen: boolean;
  readonly onOpen: (opens: boolean) => void;
  readonly onChange: (boost: DraftBoost) => void;
  readonly onRemove: () => void;
}

function BoostRow({ boost, number, count, fault, isOpen, onOpen, onChange, onRemove }: BoostRowProps) {
  const { may } = useStore();
  return (
    <li className={classes.boost}>
      <div className={classes.line}>
        <BoostSentence boost={boost} count={count} />
        {may('editor') && (
          <Group gap={4} wrap="nowrap">
            <Button
              variant="subtle"
              size="xs"
              aria-expanded={isOpen}
              aria-label={`${isOpen ? 'Close' : 'Change'} boost ${number}`}
              onClick={() => onOpen(!isOpen)}
            >
              {isOpen ? 'Close' : 'Change'}
            </Button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove boost ${number}`}
              onClick={onRemove}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          </Group>
        )}
      </div>
      {isOpen && <BoostFields boost={boost} number={number} onChange={onChange} />}
      {fault !== null && <FormFault>{fault}</FormFault>}
    </li>
  );
}

/** The inputs of a boost. While a value is typed, brands and categories of products that it finds are offered (`GET /products`). */
function BoostFields({ boost, number, onChange }: Pick<BoostRowProps, 'boost' | 'number' | 'onChange'>) {
  const { storeId } = useStore();
  const { field, value } = boost.condition;
  const [typed] = useDebouncedValue(value.trim(), typingPauseMs);
  const found = useProducts(storeId, typed === '' ? {} : { q: typed });
  const inputs = useRef<HTMLDivElement>(null);
  const [isNew] = useState(value === '');
  // The button that added it may be gone.
  useEffect(() => {
    if (isNew) inputs.current?.querySelector('select')?.focus();
  }, [isNew]);
  return (
    <div ref={inputs}>
      <ConditionFields
        condition={boost.condition}
        fields={boostedFields}
        named={(part) => `Boost ${number}: ${part}`}
        offered={offeredValues(found.data?.pages[0]?.products ?? [], field)}
        onChange={(condition) => onChange({ ...boost, condition })}
      >
        <NativeSelect
          aria-label={`Boost ${number}: strength`}
          data={boostStrengths.map((value) => ({ value, label: strengthWords[value] }))}
          value={boost.strength}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...boost, strength: value as BoostStrength })
          }
        />
      </ConditionFields>
    </div>
  );
}

function BoostSentence({ boost, count }: Pick<BoostRowProps, 'boost' | 'count'>) {
  const finished = boostOf(boost);
  if (finished === null) {
    return <span className={`${classes.sentence} ${classes.unfinished}`}>Say which products it is for.</span>;
  }
  return (
    <span className={classes.sentence}>
      {describeBoost(finished)}{' '}
      {count !== null && (
        <small className={count === 0 ? classes.none : classes.unfinished}>
          {count === 0 ? 'No product meets it.' : `${countOf(count, 'product')}.`}
        </small>
      )}
    </span>
  );
}
