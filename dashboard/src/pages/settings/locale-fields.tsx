// Tests: test/browser/dashboard.test.ts.
import { Select, type SelectProps } from '@mantine/core';
import { type FocusEvent, useMemo } from 'react';
import { currencyChoices, languageChoices } from '../../words/locales.ts';

interface LocaleFieldProps extends Omit<SelectProps, 'data'> {
  /** The present value, which is offered too. */
  readonly current: string;
}

const found = {
  searchable: true,
  allowDeselect: false,
  // What is typed replaces the name, and Enter takes the first that is found instead of sending the form.
  selectFirstOptionOnChange: true,
  onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
  nothingFoundMessage: 'Nothing has this name',
} as const;

/** Chooses a currency by its name or code. Makes no call. */
export function CurrencyField({ current, ...props }: LocaleFieldProps) {
  const data = useMemo(() => currencyChoices(current), [current]);
  return <Select label="Currency" data={data} {...found} {...props} />;
}

/** Chooses a language by its name or tag. Makes no call. */
export function LanguageField({ current, ...props }: LocaleFieldProps) {
  const data = useMemo(() => languageChoices(current), [current]);
  return <Select label="Language" data={data} {...found} {...props} />;
}
