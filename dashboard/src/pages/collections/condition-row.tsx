// Tests: test/browser/dashboard-collections.test.ts.
import { ActionIcon, NativeSelect, Text, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import {
  type ConditionField,
  type ConditionOp,
  conditionFields,
  conditionOps,
  valueKindOf,
} from '../../../../contract/words/collections.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useStore } from '../../shell/current-store.ts';
import { fieldNames, opWords } from '../../words/collections.ts';
import { type DraftCondition, withField } from './collection-draft.ts';
import classes from './collections.module.css';

interface ConditionRowProps {
  readonly condition: DraftCondition;
  /** The number of the condition, from 1. */
  readonly number: number;
  readonly fault: string | null;
  readonly onChange: (condition: DraftCondition) => void;
  /** Null where this is the only condition, which cannot be removed. */
  readonly onRemove: (() => void) | null;
}

/**
 * One line of the builder: a field, what is asked of it, and the value to compare with. Shows the fault of its line
 * below it. Makes no call.
 */
export function ConditionRow({ condition, number, fault, onChange, onRemove }: ConditionRowProps) {
  return (
    <li className={classes.condition}>
      <ConditionFields
        condition={condition}
        fields={conditionFields}
        named={(part) => `Condition ${number}: ${part}`}
        onChange={onChange}
      />
      {onRemove !== null && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Remove condition ${number}`}
          onClick={onRemove}
        >
          <Icon name="trash" size={16} />
        </ActionIcon>
      )}
      {fault !== null && (
        <div className={classes.fault}>
          <FormFault>{fault}</FormFault>
        </div>
      )}
    </li>
  );
}

interface ConditionFieldsProps {
  readonly condition: DraftCondition;
  /** The fields to choose among. */
  readonly fields: readonly ConditionField[];
  /** Makes the name of an input, for screen readers, of its part of the condition. */
  readonly named: (part: string) => string;
  readonly onChange: (condition: DraftCondition) => void;
  /** Values of the catalog that the browser offers while a text is typed. */
  readonly offered?: readonly string[];
  /** Further inputs of the line. */
  readonly children?: ReactNode;
}

/** The inputs of a condition, for the rules of a collection and for boosts. Makes no call. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { condition, fields, named, onChange, offered = [], children } = props;
  const { field, name, op } = condition;
  return (
    <div className={classes.parts}>
      <NativeSelect
        aria-label={named('field')}
        data={fields.map((value) => ({ value, label: fieldNames[value] }))}
        value={field}
        onChange={({ currentTarget: { value } }) => onChange(withField(condition, value as ConditionField))}
      />
      {field === 'attribute' && (
        <TextInput
          aria-label={named('name of the attribute')}
          placeholder="Color"
          value={name}
          onChange={({ currentTarget: { value } }) => onChange({ ...condition, name: value })}
        />
      )}
      {field !== 'in_stock' && (
        <NativeSelect
          aria-label={named('comparison')}
          data={conditionOps[field].map((value) => ({ value, label: opWords(field, value) }))}
          value={op}
          onChange={({ currentTarget: { value } }) => onChange({ ...condition, op: value as ConditionOp })}
        />
      )}
      <Values condition={condition} named={named} onChange={onChange} offered={offered} />
      {children}
    </div>
  );
}

/** An example of a value of each field, shown while the field is empty. */
const examples: Readonly<Partial<Record<ConditionField, string>>> = {
  category: 'Shoes > Boots',
  brand: 'Acme',
  title: 'waterproof',
  attribute: 'red',
  phrase: 'gifts for runners',
  price: '20.00',
  stock_quantity: '5',
  age_days: '30',
};

const numberExamples = { whole: '30', number: '0.3', price: '', flag: '' };

interface ValuesProps extends Pick<ConditionFieldsProps, 'condition' | 'named' | 'onChange'> {
  readonly offered: readonly string[];
}

function Values({ condition, named, onChange, offered }: ValuesProps) {
  const { store } = useStore();
  const listId = useId();
  const { field, op, value, upper, currency } = condition;
  if (field === 'in_stock') {
    return (
      <NativeSelect
        className={classes.value ?? ''}
        aria-label={named('value')}
        data={[
          { value: 'yes', label: 'is in stock' },
          { value: 'no', label: 'is out of stock' },
        ]}
        value={value}
        onChange={({ currentTarget: { value: chosen } }) => onChange({ ...condition, value: chosen })}
      />
    );
  }
  const kind = valueKindOf(field, op);
  const unit = field === 'price' ? (currency ?? store.currency) : null;
  const input = {
    placeholder: field === 'attribute' && kind !== 'text' ? numberExamples[kind] : (examples[field] ?? ''),
    ...(kind === 'text' ? {} : ({ inputMode: kind === 'whole' ? 'numeric' : 'decimal' } as const)),
    ...(unit === null
      ? {}
      : { rightSection: <span className={classes.detail}>{unit}</span>, rightSectionWidth: 46 }),
  };
  const isOffered = kind === 'text' && offered.length > 0;
  const first = (
    <TextInput
      className={op === 'between' ? '' : (classes.value ?? '')}
      aria-label={named(op === 'between' ? 'lowest value' : 'value')}
      {...input}
      {...(isOffered && { list: listId })}
      value={value}
      onChange={({ currentTarget: { value: typed } }) => onChange({ ...condition, value: typed })}
    />
  );
  if (op !== 'between') {
    return (
      <>
        {first}
        {isOffered && (
          <datalist id={listId}>
            {offered.map((text) => (
              <option key={text} value={text} />
            ))}
          </datalist>
        )}
      </>
    );
  }
  return (
    <div className={`${classes.value} ${classes.pair}`}>
      {first}
      <Text size="sm" c="dimmed">
        and
      </Text>
      <TextInput
        aria-label={named('highest value')}
        {...input}
        value={upper}
        onChange={({ currentTarget: { value: typed } }) => onChange({ ...condition, upper: typed })}
      />
    </div>
  );
}
