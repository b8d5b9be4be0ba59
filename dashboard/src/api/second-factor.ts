/**
 * Calls about the second factor of the person who is signed in. A wrong code or password is a {@link RequestFailure} whose `errors`
 * name the field. Secrets and recovery codes are in the answers only, and kept nowhere.
 */
// Tests: test/browser/dashboard-second-factor.test.ts.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RequestFailure, request } from './request.ts';

const path = '/account/second-factor';
const key = ['second-factor'] as const;

/** The state of the factor; null where it is off. */
export interface SecondFactorAnswer {
  readonly second_factor: { readonly since: string; readonly recovery_codes_left: number } | null;
}

/** Whether a sign-in was refused only because its code is missing. */
export function needsCode(error: unknown): boolean {
  return error instanceof RequestFailure && error.code === 'second_factor_needed';
}

/** Reads whether the second factor is on. */
export function useSecondFactor() {
  return useQuery({ queryKey: key, queryFn: () => request<SecondFactorAnswer>('GET', path) });
}

function useFactorCall<Input, Output>(to: string, isRead: boolean) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Input) => request<Output>('POST', `${path}${to}`, { body }),
    onSuccess: () => (isRead ? queries.invalidateQueries({ queryKey: key }) : undefined),
  });
}

/** Begins with the password: answers the secret for the app, which does not count yet. */
export function useBeginFactor() {
  return useFactorCall<{ current_password: string }, { secret: string; address: string }>('', false);
}

/** Turns it on with a first code, and answers the recovery codes. All other sessions end. */
export function useConfirmFactor() {
  return useFactorCall<{ code: string }, { recovery_codes: readonly string[] }>('/confirm', false);
}

/** Turns it off, by the password. */
export function useEndFactor() {
  return useFactorCall<{ current_password: string }, { message: string }>('/end', true);
}

/** Reads the state again, once the recovery codes were kept. */
export function useRefreshFactor(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: key });
}
