// Tests: test/browser/dashboard-onboarding.test.ts.
import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { defaultLook } from '../../parts/look.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { WidgetPreview } from '../../parts/widget-preview.tsx';
import { useStore } from '../../shell/current-store.ts';

const look = { ...defaultLook, screen: 'desktop' } as const;

/** Letters of a title after which the dropdown shows something, and leaves something to type. Chosen. */
const lettersTyped = 3;

/** The real dropdown with the store's own products; the first letters of one of them are typed already. */
export function TryStep({ title }: { readonly title: string }) {
  const { storeId } = useStore();
  const typed = [...title].slice(0, lettersTyped).join('').trim();
  const ignore = useCallback(() => {}, []);
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        This is your dropdown with your products. Type in it; nothing here is counted. You choose its look on
        the page{' '}
        <TextLink underline="always" to="/stores/$storeId/install" params={{ storeId }}>
          Install
        </TextLink>
        .
      </Text>
      <WidgetPreview storeId={storeId} look={look} q={typed} onQuery={ignore} />
    </>
  );
}
