import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AssignmentDraft, AssignmentList, AssignmentPlan } from '#contract/assignments.ts';
import { extensionCalls } from '#contract/extensions.ts';
import type { CallError } from './errors.ts';
import { callExtension } from './extension.ts';
import { usePermissions } from './permission.ts';
import { useTenant } from './tenant.ts';

/** Who follows up which client: an extension of this package's service. */

const { permissions: followers } = extensionCalls.assignmentMake;

/** All of the product. Nothing is read for who may not read clients. */
export function useAssignments() {
  const { merchant, product } = useTenant();
  const permissions = usePermissions();
  return useQuery<AssignmentList, CallError>({
    queryKey: ['assignments', merchant, product],
    queryFn: ({ signal }) => callExtension('assignmentList', { merchant, product }, { signal }),
    // Colleagues take clients meanwhile.
    staleTime: 30_000,
    enabled: permissions?.includes('clients:read') !== false,
  });
}

/** Whether this person may take clients, and promises of theirs. */
export function useMayFollow(): boolean {
  const permissions = usePermissions();
  return permissions === undefined || followers.some((it) => permissions.includes(it));
}

type Change = { make: AssignmentDraft } | { plan: AssignmentPlan };

/** Takes, gives or leaves a client, or plans its next step. */
export function useAssignmentChange() {
  const { merchant, product } = useTenant();
  const queries = useQueryClient();
  const queryKey = ['assignments', merchant, product];
  return useMutation<AssignmentList, CallError, Change>({
    mutationFn: (change) =>
      'make' in change
        ? callExtension('assignmentMake', { merchant, product }, { body: change.make })
        : callExtension('assignmentPlan', { merchant, product }, { body: change.plan }),
    onSuccess: ({ Assignments }) =>
      queries.setQueryData<AssignmentList>(queryKey, (list) => {
        const changed = new Set(Assignments.map((it) => it.ClientNumber));
        return (
          list && {
            ...list,
            Assignments: [...list.Assignments.filter((it) => !changed.has(it.ClientNumber)), ...Assignments],
          }
        );
      }),
    // Another person has it: who, is not here yet.
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}
