// Tests: test/browser/dashboard-onboarding.test.ts.
import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { defaultLook } from '../../parts/look.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { WidgetPreview } from '../../parts/widget-preview.tsx';
import { useStore } from '../../shell/current-store.ts';
import { firstQueryOf } from './first-query.ts';

const look = { ...defaultLook, screen: 'desktop' } as const;

/** The real dropdown with the store's own products; the first letters of a word of their titles are typed already. */
export function TryStep({ titles }: { readonly titles: readonly string[] }) {
  const { storeId, store } = useStore();
  const typed = firstQueryOf(titles, store.locale);
  const ignore = useCallback(() => {}, []);
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        This is your dropdown with your products. Type in it; nothing here is counted. Choose its look under{' '}
        <TextLink underline="always" to="/stores/$storeId/install" params={{ storeId }}>
          Install
        </TextLink>
        .
      </Text>
      <WidgetPreview look={look} q={typed} onQuery={ignore} />
    </>
  );
}
