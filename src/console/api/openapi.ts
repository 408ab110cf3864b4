import { useQuery } from '@tanstack/react-query';

/** The description of every call that this server has; public, and the same for everybody until another version runs. */
export function useOpenApi<Document>() {
  return useQuery<Document>({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/openapi.json', { signal });
      if (!response.ok) throw new Error(`openapi.json: ${response.status}`);
      return (await response.json()) as Document;
    },
    staleTime: Infinity,
    retry: false,
  });
}
