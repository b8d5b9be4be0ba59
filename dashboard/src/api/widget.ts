/** The widget that the service serves to shops. */
import { useQuery } from '@tanstack/react-query';
import { request } from './request.ts';

export interface WidgetBuild {
  /** Names the build in `/widget/<hash>.js`. */
  readonly hash: string;
  readonly integrity: string;
  readonly bytes: number;
  readonly gzip_bytes: number;
}

export interface WidgetAnswer {
  /** Where shops find the service. */
  readonly origin: string;
  /** Null where the service was installed without it. */
  readonly widget: WidgetBuild | null;
}

export function useWidget() {
  return useQuery({
    queryKey: ['widget'],
    queryFn: ({ signal }) => request<WidgetAnswer>('GET', '/widget', { signal }),
    staleTime: 600_000,
  });
}
