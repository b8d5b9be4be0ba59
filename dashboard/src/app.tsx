/**
 * The providers around every page: theme, notices, the cache of answers and the router. Reads are retried twice, except
 * after an answer that says what is wrong; changes are never retried.
 */
// Tests: test/browser/dashboard.test.ts.
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { isDamage } from './api/poll.ts';
import { RequestFailure } from './api/request.ts';
import { endSession, isSignedOut } from './api/session.ts';
import { createDashboardRouter } from './routes.tsx';
import { theme } from './theme.ts';

/** Ends the session here if any call says that it has ended: pages then show the sign-in. */
function onFailure(error: unknown): void {
  if (isSignedOut(error)) endSession(queries);
}

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: onFailure }),
  mutationCache: new MutationCache({ onError: onFailure }),
  defaultOptions: {
    queries: {
      // Retry only if that can help: not after an answer that says what is wrong.
      retry: (count, error) => count < 2 && !isFinal(error),
      staleTime: 5_000,
    },
  },
});

/** Whether an answer says what is wrong: a retry would only delay its message. */
function isFinal(error: Error): boolean {
  return isDamage(error) || (error instanceof RequestFailure && error.status < 500);
}

const router = createDashboardRouter();
const colorScheme = localStorageColorSchemeManager({ key: 'foretype-color-scheme' });

export function App({ nonce }: { readonly nonce: string }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
      getStyleNonce={() => nonce}
    >
      <Notifications position="bottom-right" />
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
