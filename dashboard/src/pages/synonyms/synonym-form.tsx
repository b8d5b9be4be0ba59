// Tests: test/browser/dashboard-synonyms.test.ts.
import { Button, Group, SegmentedControl, Stack, TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import type { SynonymRule } from '../../../../contract/synonyms.ts';
import { stripInvisible } from '../../../../contract/visible-text.ts';
import { fieldMessages } from '../../api/request.ts';
import { FormFailure } from '../../parts/form-failure.tsx';
import { useReturnFocus } from '../../parts/use-return-focus.ts';

interface SynonymFormProps {
  readonly initial: SynonymRule;
  readonly saveLabel: string;
  /** Rejects if the service refuses the rule. */
  readonly onSave: (rule: SynonymRule) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** The words of one synonym, one way or both. Saving is the caller’s task; refused words are shown at their field. */
export function SynonymForm({ initial, saveLabel, onSave, onCancel }: SynonymFormProps) {
  const [way, setWay] = useState('terms' in initial ? 'both' : 'one');
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);
  const form = useForm({
    initialValues: valuesOf(initial),
    validate: {
      from: (terms) =>
        terms.length >= (way === 'both' ? 2 : 1)
          ? null
          : `Type ${way === 'both' ? 'two words' : 'a word'} at least.`,
      to: (terms) => (way === 'both' || terms.length > 0 ? null : 'Type words that your products contain.'),
    },
  });
  const first = useFocusWhileOpen();
  const submit = form.onSubmit(({ from, to }) => {
    const clean = (terms: readonly string[]) => terms.map(stripInvisible);
    setSaving(true);
    onSave(way === 'both' ? { terms: clean(from) } : { from: clean(from), to: clean(to) })
      .catch((failure: unknown) => {
        setError(failure);
        form.setErrors(termFaults(failure));
      })
      .finally(() => setSaving(false));
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <SegmentedControl
          aria-label="Direction"
          value={way}
          onChange={setWay}
          data={[
            { value: 'one', label: 'One way' },
            { value: 'both', label: 'Both ways' },
          ]}
        />
        <TagsInput
          label={way === 'both' ? 'Words that mean the same' : 'When shoppers type'}
          description="Press Enter after each."
          maxTags={limits.synonymTermsPerList}
          ref={first}
          acceptValueOnBlur
          {...form.getInputProps('from')}
        />
        {way === 'one' && (
          <TagsInput
            label="also find"
            description="Words that your products contain. It works in this direction only."
            maxTags={limits.synonymTermsPerList}
            acceptValueOnBlur
            {...form.getInputProps('to')}
          />
        )}
        {error !== null && Object.keys(termFaults(error)).length === 0 && (
          <FormFailure error={error} form={form} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {saveLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The field that takes the focus from the button that opened the form, which gets it back: no dialog does this in a page. */
function useFocusWhileOpen() {
  useReturnFocus();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return first;
}

function valuesOf(rule: SynonymRule): { from: string[]; to: string[] } {
  return 'terms' in rule ? { from: [...rule.terms], to: [] } : { from: [...rule.from], to: [...rule.to] };
}

/**
 * Faults by field of the form. The service names a place in the change, such as `/synonyms/after/0/to/0`; the form has one field for each
 * list.
 */
function termFaults(error: unknown): Record<string, string> {
  const faults = Object.entries(fieldMessages(error)).flatMap(([place, message]) => {
    const list = /^synonyms\/after\/\d+\/(from|to|terms)(?:\/|$)/.exec(place)?.[1];
    return list === undefined ? [] : [[list === 'terms' ? 'from' : list, message] as const];
  });
  return Object.fromEntries(faults);
}
