import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { extensionCalls } from '#contract/extensions.ts';
import type { NoteDraft, NoteList } from '#contract/notes.ts';
import type { CallError } from './errors.ts';
import { callExtension } from './extension.ts';
import { usePermissions } from './permission.ts';
import { useTenant } from './tenant.ts';

/** Notes that people of the merchant share: an extension of this package's service. */

const { permissions: noteWriters } = extensionCalls.noteAdd;

/** All about a client, its contracts and debits. Nothing is read for who may not read clients. */
export function useNotes(client: string) {
  const { merchant, product } = useTenant();
  const permissions = usePermissions();
  return useQuery<NoteList, CallError>({
    queryKey: ['notes', merchant, product, client],
    queryFn: ({ signal }) =>
      callExtension('noteList', { merchant, product }, { query: { ClientNumber: client }, signal }),
    // Colleagues write meanwhile.
    staleTime: 30_000,
    enabled: permissions?.includes('clients:read') !== false,
  });
}

/** With these words; nothing is read for an empty text. */
export function useFoundNotes(text: string) {
  const { merchant, product } = useTenant();
  const permissions = usePermissions();
  return useQuery<NoteList, CallError>({
    queryKey: ['notes', merchant, product, 'found', text],
    queryFn: ({ signal }) => callExtension('noteFind', { merchant, product }, { body: { Text: text }, signal }),
    staleTime: 30_000,
    gcTime: 0,
    retry: false,
    enabled: text !== '' && permissions?.includes('clients:read') !== false,
  });
}

export function useMayWriteNotes(): boolean {
  const permissions = usePermissions();
  return permissions === undefined || noteWriters.some((it) => permissions.includes(it));
}

/** Adds a note, or removes the one with this NoteId. */
export function useNoteChange(client: string) {
  const { merchant, product } = useTenant();
  const queries = useQueryClient();
  return useMutation<NoteList, CallError, NoteDraft | { remove: string }>({
    mutationFn: (change) =>
      'remove' in change
        ? callExtension('noteRemove', { merchant, product, note: change.remove })
        : callExtension('noteAdd', { merchant, product }, { body: change }),
    onSuccess: (list) => queries.setQueryData(['notes', merchant, product, client], list),
  });
}
