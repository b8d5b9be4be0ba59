// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-delete-store.test.ts.
import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import type { StoreSettings } from '../../../../contract/stores.ts';
import { useChange, useRead } from '../../api/call.ts';
import { fieldMessages } from '../../api/request.ts';
import { useRefreshSession } from '../../api/session.ts';
import { Facts } from '../../parts/facts.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { FormFailure } from '../../parts/form-failure.tsx';
import { noticeDone } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatCount } from '../../words/numbers.ts';
import { planChoices } from '../../words/plans.ts';
import { CurrencyField, LanguageField } from './locale-fields.tsx';

/**
 * Shows name, currency, language and plan of the store (`GET /settings`). Owners can change them (`PATCH /settings`),
 * with faults at their fields.
 */
export function StorePanel() {
  const { storeId, may } = useStore();
  const settings = useRead(storeId, 'GET /settings', {});
  const Settings = may('owner') ? StoreForm : StoreFacts;
  return (
    <Panel title="Store">
      {settings.isError && <FailureNote error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isPending && <Skeleton h={150} />}
      {settings.data !== undefined && <Settings key={storeId} settings={settings.data.store} />}
    </Panel>
  );
}

interface SettingsProps {
  readonly settings: StoreSettings;
}

function StoreFacts({ settings }: SettingsProps) {
  const facts = [
    { name: 'Name', value: settings.name },
    { name: 'Currency', value: settings.currency },
    { name: 'Language', value: settings.locale },
    { name: 'Variants', value: settings.group_variants ? 'Grouped' : 'Each on its own' },
  ];
  return (
    <Stack>
      <Facts facts={facts} />
      <PlanWords settings={settings} />
      <Text size="sm" c="dimmed">
        Only owners change these.
      </Text>
    </Stack>
  );
}

function StoreForm({ settings }: SettingsProps) {
  const { storeId, user } = useStore();
  const change = useChange(storeId, 'PATCH /settings', useRefreshSession());
  const { name, currency, locale, plan, group_variants } = settings;
  const form = useForm({
    initialValues: { name, currency, locale, group_variants, ...(user.is_operator ? { plan } : {}) },
  });
  const isNewCurrency = form.values.currency !== currency;
  const submit = form.onSubmit((body) =>
    change.mutate(
      { body },
      {
        onSuccess: () => {
          form.resetDirty(body);
          noticeDone('The settings were saved. Autocomplete follows within seconds.');
        },
        onError: (error) => form.setErrors(fieldMessages(error)),
      },
    ),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label="Name" {...form.getInputProps('name')} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <CurrencyField
            current={currency}
            description="For products without a currency of their own."
            {...form.getInputProps('currency')}
          />
          <LanguageField
            current={locale}
            description="The language of your catalog."
            {...form.getInputProps('locale')}
          />
        </SimpleGrid>
        <Checkbox
          label="Group variants"
          description="Sizes and colours with one variant group take one place in the search box."
          {...form.getInputProps('group_variants', { type: 'checkbox' })}
        />
        {user.is_operator && (
          <NativeSelect
            label="Plan"
            description="Takes effect at once. Products beyond a smaller plan stay; new ones are left out."
            data={planChoices}
            {...form.getInputProps('plan')}
          />
        )}
        <PlanWords settings={settings} />
        <FormFailure error={change.error} form={form} />
        <Group>
          <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
          {isNewCurrency && (
            <Text size="sm" c="dimmed" flex="1 1 240px">
              Prices of products without a currency of their own are shown in the new one; they are not
              converted.
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function PlanWords({ settings }: SettingsProps) {
  const { user } = useStore();
  return (
    <Text size="sm" c="dimmed">
      Plan {settings.plan}: {limitWords(settings.products_limit, 'products')},{' '}
      {limitWords(settings.enriched_limit, 'products with generated phrases')}.
      {!user.is_operator && ' For another plan, ask the operator of the service.'} Store id{' '}
      <code>{settings.id}</code>
    </Text>
  );
}

function limitWords(limit: number | null, what: string): string {
  return limit === null ? `any number of ${what}` : `${formatCount(limit)} ${what}`;
}
