import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * The one-time token of a link. It stands behind the # so that no server and no log ever sees it, and is taken from
 * the address as soon as it was read, so that no history keeps it.
 */
export function useHashToken(): string {
  const { hash } = useLocation();
  const [token] = useState(() => new URLSearchParams(hash).get('token') ?? '');
  return token;
}
