// Tests: test/browser/dashboard-feeds.test.ts.
import { NativeSelect, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { feedFormats, refreshIntervals } from '../../../../contract/words/feeds.ts';
import { PasswordField } from '../../parts/password-field.tsx';
import { completeAddress, formatNames, guessFormat, intervalWords } from '../../words/feeds.ts';
import { type FeedValues, nameOfAddress } from './feed-form.ts';

type FeedForm = UseFormReturnType<FeedValues>;

interface FeedFieldsProps {
  readonly form: FeedForm;
  /** Facts of a feed that is registered already; null for a new one. */
  readonly known: { readonly hasAuth: boolean } | null;
}

/**
 * The fields of a feed: address, format, credentials, interval and removal guard. Guesses the format from the address
 * until a person chooses one. Shows faults at their fields. Makes no call.
 */
export function FeedFields({ form, known }: FeedFieldsProps) {
  const isNew = known === null;
  const [isFormatChosen, setFormatChosen] = useState(!isNew);
  const takeAddress = (url: string) => {
    form.setFieldValue('feed_url', url);
    if (!isFormatChosen) form.setFieldValue('feed_format', guessFormat(url.trim()) ?? 'guess');
  };
  const completeIt = () => {
    const { name, feed_url } = form.getValues();
    const url = completeAddress(feed_url);
    if (url !== feed_url) takeAddress(url);
    if (name === '') form.setFieldValue('name', nameOfAddress(url));
  };
  return (
    <Stack>
      <TextInput
        label="Address"
        description="Where your shop keeps the feed; it must be reachable from the internet by https."
        placeholder="https://shop.example/feeds/google.xml"
        inputMode="url"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('feed_url')}
        onChange={({ currentTarget: { value } }) => takeAddress(value)}
        onBlur={completeIt}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label="Format"
          description={
            isNew ? 'Guessed from the address; the preview detects it.' : 'The format of the document.'
          }
          data={[
            ...(isNew ? [{ value: 'guess', label: 'Detect it' }] : []),
            ...feedFormats.map((format) => ({ value: format, label: formatNames[format] })),
          ]}
          {...form.getInputProps('feed_format')}
          onChange={(event) => {
            setFormatChosen(true);
            form.getInputProps('feed_format').onChange(event);
          }}
        />
        <TextInput label="Name" description="What you call it here." {...form.getInputProps('name')} />
      </SimpleGrid>
      <AuthFields form={form} known={known} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label="Fetched"
          description="How often the document is fetched."
          data={refreshIntervals.map((interval) => ({ value: interval, label: intervalWords[interval] }))}
          {...form.getInputProps('refresh_interval')}
        />
        <NumberInput
          label="Removes at most"
          description="Of the products in stock. A run that would remove more is stopped; 100 allows everything."
          suffix=" %"
          min={0}
          max={100}
          allowDecimal={false}
          {...form.getInputProps('max_removal_percent')}
        />
      </SimpleGrid>
    </Stack>
  );
}

/** The credentials of a feed that is not public. */
function AuthFields({ form, known }: FeedFieldsProps) {
  const { auth_type: type } = form.values;
  const isBasic = type === 'basic';
  return (
    <>
      <NativeSelect
        label="Credentials"
        description="For a feed that is not public. They are kept encrypted and never shown again."
        data={[
          ...(known?.hasAuth === true ? [{ value: 'kept', label: 'The saved ones' }] : []),
          { value: 'none', label: 'None' },
          { value: 'basic', label: 'User name and password' },
          { value: 'header', label: 'A header with a key' },
        ]}
        {...form.getInputProps('auth_type')}
      />
      {(isBasic || type === 'header') && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={isBasic ? 'User name' : 'Header'}
            {...(isBasic ? {} : { placeholder: 'X-Api-Key' })}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('auth_name')}
          />
          <PasswordField
            label={isBasic ? 'Password' : 'Value'}
            autoComplete="new-password"
            {...form.getInputProps('auth_secret')}
          />
        </SimpleGrid>
      )}
    </>
  );
}
