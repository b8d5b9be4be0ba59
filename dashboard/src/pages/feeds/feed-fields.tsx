// Tests: test/browser/dashboard-feeds.test.ts.
import { Group, NativeSelect, NumberInput, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import {
  type Connector,
  connectors,
  documentFormats,
  refreshIntervals,
} from '../../../../contract/words/feeds.ts';
import { PasswordField } from '../../parts/password-field.tsx';
import { completeAddress, formatNames, guessFormat, intervalWords } from '../../words/feeds.ts';
import { shopWords } from '../../words/shops.ts';
import { type FeedValues, nameOfAddress, shopOf } from './feed-form.ts';
import { ShopFields } from './shop-fields.tsx';

type FeedForm = UseFormReturnType<FeedValues>;

interface FeedFieldsProps {
  readonly form: FeedForm;
  /** Facts of a feed that is registered already; null for a new one. */
  readonly known: { readonly hasAuth: boolean } | null;
}

/**
 * The fields of a feed: what it is read from, its address, credentials, interval and removal guard. A shop that is read by its API has
 * fields of its own. Shows faults at their fields. Makes no call.
 */
export function FeedFields({ form, known }: FeedFieldsProps) {
  const shop = shopOf(form.values);
  return (
    <Stack>
      {known === null && <SourceChoice form={form} />}
      {shop === null ? (
        <DocumentFields form={form} known={known} />
      ) : (
        <ShopFields key={shop} shop={shop} form={form} hasAuth={known?.hasAuth === true} />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label="Fetched"
          description="How often all products are read."
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

/** What a new feed is read from. Credentials that were typed belong to the choice before. */
function SourceChoice({ form }: Pick<FeedFieldsProps, 'form'>) {
  const choose = (value: string) => {
    const shop = connectors.find((one) => one === value) ?? null;
    form.clearErrors();
    form.setValues({
      feed_format: shop ?? 'guess',
      ...{ auth_type: shop === null ? 'none' : firstSignIn(shop), auth_name: '', auth_secret: '' },
    });
  };
  return (
    <Radio.Group
      label="Read from"
      description="A document with your products, or the shop itself."
      value={shopOf(form.values) ?? 'document'}
      onChange={choose}
    >
      <Group mt="xs" gap="md">
        <Radio value="document" label="A feed" />
        {connectors.map((shop) => (
          <Radio key={shop} value={shop} label={formatNames[shop]} />
        ))}
      </Group>
    </Radio.Group>
  );
}

function firstSignIn(shop: Connector) {
  return shopWords[shop].signIns[0].type;
}

/** The fields of a document. Guesses the format from the address until a person chooses one. */
function DocumentFields({ form, known }: FeedFieldsProps) {
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
    <>
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
            ...documentFormats.map((format) => ({ value: format, label: formatNames[format] })),
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
    </>
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
