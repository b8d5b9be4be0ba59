// Tests: test/browser/dashboard.test.ts.
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * The one-time token of a link, empty if the address has none. It is after the # so that no server and no log ever sees
 * it. The next page replaces this one in the history, so that the token leaves no trace there.
 */
export function useHashToken(): string {
  const { hash } = useLocation();
  const [token] = useState(() => new URLSearchParams(hash).get('token') ?? '');
  return token;
}
