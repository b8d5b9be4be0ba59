/**
 * Reads the session of the person who is signed in, and makes the calls that begin and end one. A session that has
 * ended is null, not an error; any other failure is a {@link RequestFailure}. It stores no password and no token but
 * the one that proves that changes come from this page, which is only in memory.
 */
// Tests: test/browser/dashboard.test.ts.
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InvitationAnswer, SessionAnswer } from './answers.ts';
import { RequestFailure, rememberCsrfToken, request } from './request.ts';

const sessionKey = ['session'] as const;

/** Reads the session; null if no person is signed in. */
async function readSession(): Promise<SessionAnswer | null> {
  try {
    return keepToken(await request<SessionAnswer>('GET', '/session'));
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

function keepToken(session: SessionAnswer): SessionAnswer {
  rememberCsrfToken(session.csrf_token);
  return session;
}

/** Whether a call failed because the session ended or never was: the person has to sign in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof RequestFailure && error.status === 401 && error.code === 'signed_out';
}

/**
 * Reads the session of this browser; `data` is null if no person is signed in. A minute passes before it is read again.
 */
export function useSession() {
  return useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: 60_000 });
}

/** Forgets everything that belonged to the session that ended. */
export function endSession(queries: QueryClient): void {
  rememberCsrfToken('');
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  queries.setQueryData(sessionKey, null);
}

/** A call that begins a session and answers with it. */
function useEntrance<Input>(path: (input: Input) => string, body: (input: Input) => unknown) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => request<SessionAnswer>('POST', path(input), { body: body(input) }),
    onSuccess: (session) => queries.setQueryData(sessionKey, keepToken(session)),
  });
}

/**
 * Signs in by e-mail and password, and by a code where the account has a second factor. A wrong pair fails with a message that does
 * not say which of the two is wrong; a missing code with `second_factor_needed`.
 */
export function useSignIn() {
  return useEntrance(
    (_: SignInInput) => '/session',
    (input) => input,
  );
}

/** What a person types to sign in. */
export interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}

export interface SetupInput {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Creates the first owner of a new service with the token of the printed link, and signs them in. */
export function useSetup() {
  return useEntrance(
    (_: SetupInput) => '/setup',
    (input) => input,
  );
}

/** Whether a set-up link can be used. */
export type SetupLinkState = 'open' | 'refused' | 'set_up_already';

/**
 * Checks a set-up link once, since each call counts as a try. It sends no fields: a form is refused for its token
 * before its fields are looked at.
 */
export function useSetupLink(token: string) {
  return useQuery({
    queryKey: ['setup', token],
    queryFn: () => readSetupLink(token),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

async function readSetupLink(token: string): Promise<SetupLinkState> {
  const { needed } = await request<{ needed: boolean }>('GET', '/setup');
  if (!needed) return 'set_up_already';
  try {
    await request('POST', '/setup', { body: { token } });
  } catch (error) {
    if (error instanceof RequestFailure && error.code === 'setup_refused') return 'refused';
  }
  return 'open';
}

/** Uses a link that works once: sets the password, and the name of a new person, and signs them in. */
export function useAcceptInvitation(token: string) {
  return useEntrance(
    (_: { readonly name?: string; readonly password: string; readonly code?: string }) =>
      `/invitations/${encodeURIComponent(token)}`,
    (input) => input,
  );
}

/**
 * Reads what a link that works once leads to, without using it up. It asks once: a used or expired link fails at
 * once.
 */
export function useInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: () => request<InvitationAnswer>('GET', `/invitations/${encodeURIComponent(token)}`),
    enabled: token !== '',
    retry: false,
  });
}

/** Whether the service still waits to be set up. */
export function useSetupNeeded() {
  return useQuery({
    queryKey: ['setup'],
    queryFn: () => request<{ needed: boolean }>('GET', '/setup'),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Signs out. This browser forgets the session and all data of stores, even if the call fails. */
export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => request<{ message: string }>('DELETE', '/session'),
    onSettled: () => endSession(queries),
  });
}

/** Returns a function that reads the session again, for changes of what it says: a name, a store. */
export function useRefreshSession(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: sessionKey });
}
