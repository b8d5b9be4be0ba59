// Tests: test/browser/dashboard-merchandising.test.ts.
import { ActionIcon, Button, Group, Input, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { limits } from '../../../../contract/limits.ts';
import { type BoostField, boostFields } from '../../../../contract/words/merchandising.ts';
import { Icon } from '../../parts/icon.tsx';
import { boostNames } from '../../words/merchandising.ts';
import { type DraftBoost, newBoost } from './rule-draft.ts';
import classes from './rules.module.css';

interface BoostListProps {
  readonly boosts: readonly DraftBoost[];
  readonly fault: string | undefined;
  readonly onChange: (boosts: readonly DraftBoost[]) => void;
}

/**
 * The boosts of a rule: brands, categories or products that move up, each with a weight. At most
 * `limits.merchandisingBoosts`. Makes no call.
 */
export function BoostList({ boosts, fault, onChange }: BoostListProps) {
  const add = () => onChange([...boosts, newBoost(Math.max(-1, ...boosts.map(({ key }) => key)) + 1)]);
  return (
    <Stack gap="sm">
      {boosts.length > 0 && (
        <ul className={classes.products}>
          {boosts.map((boost, index) => (
            <BoostRow
              key={boost.key}
              boost={boost}
              number={index + 1}
              onChange={(changed) => onChange(boosts.with(index, changed))}
              onRemove={() => onChange(boosts.toSpliced(index, 1))}
            />
          ))}
        </ul>
      )}
      {fault !== undefined && <Input.Error>{fault}</Input.Error>}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={14} />}
          disabled={boosts.length >= limits.merchandisingBoosts}
          onClick={add}
        >
          Add a boost
        </Button>
      </Group>
    </Stack>
  );
}

interface BoostRowProps {
  readonly boost: DraftBoost;
  readonly number: number;
  readonly onChange: (boost: DraftBoost) => void;
  readonly onRemove: () => void;
}

const examples: Readonly<Record<BoostField, string>> = {
  brand: 'Nordkap',
  category: 'Shoes > Boots',
  external_id: 'SKU-7',
};

function BoostRow({ boost, number, onChange, onRemove }: BoostRowProps) {
  const named = (part: string) => `Boost ${number}: ${part}`;
  return (
    <li className={classes.boost}>
      <div className={classes.parts}>
        <NativeSelect
          aria-label={named('field')}
          data={boostFields.map((value) => ({ value, label: boostNames[value] }))}
          value={boost.field}
          onChange={({ currentTarget: { value } }) => onChange({ ...boost, field: value as BoostField })}
        />
        <TextInput
          aria-label={named('value')}
          placeholder={examples[boost.field]}
          value={boost.value}
          onChange={({ currentTarget: { value } }) => onChange({ ...boost, value })}
        />
        <NumberInput
          aria-label={named('weight')}
          min={1}
          max={limits.merchandisingWeightMax}
          allowDecimal={false}
          clampBehavior="strict"
          value={boost.weight}
          onChange={(weight) => onChange({ ...boost, weight: `${weight}` })}
        />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Remove boost ${number}`}
        onClick={onRemove}
      >
        <Icon name="trash" size={16} />
      </ActionIcon>
    </li>
  );
}
