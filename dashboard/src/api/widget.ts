/**
 * Reads which build of the widget the service serves to shops, with its size in bytes. It loads no widget; a failure is
 * a {@link RequestFailure}.
 */
// Tests: test/browser/dashboard.test.ts.
import { useQuery } from '@tanstack/react-query';
import { request } from './request.ts';

/** The build of the widget that shops load. Sizes are bytes. */
export interface WidgetBuild {
  /** The build's part of the address `/widget/<hash>.js`. */
  readonly hash: string;
  readonly integrity: string;
  readonly bytes: number;
  readonly gzip_bytes: number;
}

export interface WidgetAnswer {
  /** The origin at which shops reach the service. */
  readonly origin: string;
  /** Null if the service was installed without the widget. */
  readonly widget: WidgetBuild | null;
}

/** Reads which build of the widget the service serves; ten minutes pass before it is read again. */
export function useWidget() {
  return useQuery({
    queryKey: ['widget'],
    queryFn: ({ signal }) => request<WidgetAnswer>('GET', '/widget', { signal }),
    staleTime: 600_000,
  });
}

/** The origin at which shops reach the service; until it was read, the one of this page. */
export function useShopOrigin(): string {
  return useWidget().data?.origin ?? location.origin;
}
