// Tests: test/browser/dashboard-shops.test.ts.
import { Anchor, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Connector } from '../../../../contract/words/feeds.ts';
import { PasswordField } from '../../parts/password-field.tsx';
import { completeAddress, formatNames } from '../../words/feeds.ts';
import { shopWords, signInOf } from '../../words/shops.ts';
import { type FeedValues, nameOfAddress } from './feed-form.ts';
import { ShopSteps } from './shop-steps.tsx';

interface ShopFieldsProps {
  readonly shop: Connector;
  readonly form: UseFormReturnType<FeedValues>;
  /** Whether the service has credentials that may stay. */
  readonly hasAuth: boolean;
}

/**
 * The fields of a shop that is read by its API: where to make the credentials, step by step, its address and the credentials under
 * the names that its system gives them. Makes no call.
 */
export function ShopFields({ shop, form, hasAuth }: ShopFieldsProps) {
  const { address, example } = shopWords[shop];
  const completeIt = () => {
    const { name, feed_url } = form.getValues();
    const url = completeAddress(feed_url);
    if (url !== feed_url) form.setFieldValue('feed_url', url);
    if (name === '') form.setFieldValue('name', nameOfAddress(url));
  };
  return (
    <Stack>
      <Guide shop={shop} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Address of the shop"
          description={address}
          placeholder={example}
          inputMode="url"
          spellCheck={false}
          {...form.getInputProps('feed_url')}
          onBlur={completeIt}
        />
        <TextInput label="Name" description="What you call it here." {...form.getInputProps('name')} />
      </SimpleGrid>
      <SignInFields shop={shop} form={form} hasAuth={hasAuth} />
    </Stack>
  );
}

/** The way to the credentials, as a person clicks through the menus of the system. */
function Guide({ shop }: { readonly shop: Connector }) {
  return (
    <ShopSteps label={`Where ${formatNames[shop]} makes the credentials`} steps={shopWords[shop].steps}>
      <Text size="sm">
        <Anchor underline="always" href={`/docs/connect-${shop}`} target="_blank" rel="noreferrer">
          The whole guide
        </Anchor>{' '}
        says what becomes of each product. Foretype only reads.
      </Text>
    </ShopSteps>
  );
}

function SignInFields({ shop, form, hasAuth }: ShopFieldsProps) {
  const { auth_type: type } = form.values;
  const { signIns } = shopWords[shop];
  const { nameLabel, secretLabel } = signInOf(shop, type);
  return (
    <>
      {(hasAuth || signIns.length > 1) && (
        <NativeSelect
          label="Credentials"
          description="They are kept encrypted and never shown again."
          data={[
            ...(hasAuth ? [{ value: 'kept', label: 'The saved ones' }] : []),
            ...signIns.map(({ type: value, label }) => ({ value, label })),
          ]}
          {...form.getInputProps('auth_type')}
        />
      )}
      {type !== 'kept' && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {nameLabel !== undefined && (
            <TextInput
              label={nameLabel}
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps('auth_name')}
            />
          )}
          <PasswordField
            label={secretLabel}
            autoComplete="new-password"
            {...form.getInputProps('auth_secret')}
          />
        </SimpleGrid>
      )}
    </>
  );
}
