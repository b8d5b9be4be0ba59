import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * The one-time token of a link. It stands behind the # so that no server and no log ever sees it; the page that
 * follows takes the place of this one in the history, so that using the token leaves no trace of it.
 */
export function useHashToken(): string {
  const { hash } = useLocation();
  const [token] = useState(() => new URLSearchParams(hash).get('token') ?? '');
  return token;
}
