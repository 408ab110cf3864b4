import { useParams } from 'react-router-dom';
import { recordUnmasking } from '#console/api/audit.ts';
import { codeLabel, configuredCodes, isStatusField } from '#console/api/code-labels.ts';
import { holidayOf } from '#console/api/holidays.ts';
import { useLoadedLabels } from '#console/api/lookups.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { PageNotices } from '#console/domain/outcome/answer-notices.tsx';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { statusLook } from '#console/domain/status/marks.ts';
import { useToday } from '#console/session/today.ts';
import { fieldOf, type FieldName } from '#contract/fields.ts';
import type { OperationName } from '#contract/operations.ts';
import { fillKit } from '#kit/host.ts';

declare module '#kit/host.ts' {
  interface KitFields extends Record<FieldName, unknown> {}
  interface KitOperations extends Record<OperationName, unknown> {}
}

function useUnmask() {
  const tenant = useTenant();
  // On a client's page.
  const { number } = useParams();
  return (label: string) =>
    recordUnmasking(tenant, label, number).catch((error: Error) => {
      throw new Error(
        error.name === 'NotConfirmed'
          ? 'Not shown: you did not confirm that it is you.'
          : 'Not shown: we can’t reach the server.',
        { cause: error },
      );
    });
}

export const setUpKit = (): void =>
  fillKit({
    fieldOf,
    isStatusField,
    statusLook,
    codeLabel,
    suggestionsFor: configuredCodes,
    useLabels: useLoadedLabels,
    useToday,
    holidayOf,
    useForbidden,
    useUnmask,
    useTitleEnd: () => [useTenant().merchant, 'Collections Console'],
    ErrorState,
    PageNotices,
  });
