import Box from '@mui/material/Box';
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { CallError } from '#console/api/errors.ts';
import { useForbidden } from '#console/api/permission.ts';
import { reasonColumn } from '#console/domain/collections/reason.tsx';
import { useContractHref } from '#console/domain/list/use-contract-href.ts';
import { afterPress } from '#console/kit/form/after-press.ts';
import type { Column } from '#console/kit/grid/columns.ts';
import { Grid } from '#console/kit/grid/grid.tsx';
import { sorted, type SortBy } from '#console/kit/grid/sort.ts';
import { useRowSelection } from '#console/kit/grid/use-row-selection.ts';
import { FieldValue } from '#console/kit/ui/format.tsx';
import { MoneyText } from '#console/kit/ui/money-text.tsx';
import { SelectBox } from '#console/kit/ui/select-box.tsx';
import { contractIdOf } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import type { FieldName } from '#contract/fields.ts';
import { InstalmentActions } from './actions.tsx';
import { AddInstalment } from './add.tsx';
import { DateEditor, DueDate, dueWidth, EditorActions, FieldEditor, widestDue } from './cells.tsx';
import { EditOutcome } from './edit-outcome.tsx';
import { EditContext, useInstalmentEdit } from './edit.ts';
import { keyOf, nameOf, reasonOf, sameDayIn, type Instalment } from './item.ts';
import { ManyBar } from './many/bar.tsx';
import { ChangeMany } from './many/lazy.tsx';
import { standard, type InstalmentResource } from './resource.ts';
import { notEditableReason } from './rules.ts';
import { StatusSummary } from './status-summary.tsx';

interface Props {
  resource?: InstalmentResource;
  instalments: Instalment[];
  isLoading: boolean;
  error?: CallError | null;
  retry?: () => void;
  empty: ReactNode;
  /** They are of several contracts, so that each row names its own. */
  isOfMany?: boolean;
  /** Where it is told what became of an instalment's day. */
  dayHref?: (instalment: Instalment) => string | undefined;
}

/**
 * Instalments with their status. Those that can still be changed are moved and re-priced in their row (Edit, F2, Enter or a
 * double click; Enter saves, Escape leaves) and cancelled one by one or several at once; each can be the pattern of a new one.
 */
export function InstalmentGrid(props: Props) {
  const { resource = standard, instalments, isLoading, error, retry, empty, isOfMany = false, dayHref } = props;
  const hrefOf = useContractHref();
  const today = useToday();
  const edit = useInstalmentEdit(resource, isOfMany);
  const [by, setBy] = useState<SortBy | null>(null);
  const [cancelled, setCancelled] = useState<Instalment>();
  const [like, setLike] = useState<Instalment>();
  // A list of all contracts leads to one instalment of this one.
  const named = /^\d+$/.exec(useSearchParams()[0].get('instalment') ?? '')?.[0];
  const box = useRef<HTMLDivElement>(null);
  const isHere = named !== undefined && instalments.some((it) => String(it.InstalmentSequence) === named);
  useEffect(() => {
    if (isHere) box.current?.querySelector(`[data-instalment$="/${named}"]`)?.scrollIntoView({ block: 'center' });
  }, [isHere, named]);
  const mayCancel = useForbidden(resource.cancel) === undefined;
  const mayEdit = useForbidden(resource.edit) === undefined;

  const sameDay = useMemo(() => sameDayIn(instalments), [instalments]);
  const dateWidth = useMemo(() => dueWidth(instalments, sameDay), [instalments, sameDay]);
  const hasReasons = instalments.some(reasonOf);
  const hasCtc = instalments.some((it) => it.CTCAmount != null);
  const open = useMemo(
    () => instalments.filter((it) => notEditableReason(it, today) === undefined),
    [instalments, today],
  );
  const selectable = useMemo(() => sorted(open, by), [open, by]);
  const { has: isSelected, select, clear, toggle } = useRowSelection(keyOf, selectable);
  const selected = useMemo(() => open.filter(isSelected), [open, isSelected]);

  const { key: edited, begin } = edit;
  const onEdit = useCallback(
    (it: Instalment) => {
      // The focus leaves the button before it goes: else the browser lays out the page once for the lost button, once for
      // its cell and once for the field.
      box.current
        ?.querySelector(`[data-instalment="${CSS.escape(keyOf(it))}"]`)
        ?.closest('td')
        ?.focus({ preventScroll: true });
      afterPress(() => begin(it));
    },
    [begin],
  );
  const isEdited = useCallback((it: Instalment) => keyOf(it) === edited, [edited]);
  const isEditing = instalments.some(isEdited);
  const columns = useMemo(
    (): (FieldName | Column<Instalment>)[] => [
      {
        fieldName: 'InstalmentSequence',
        label: 'No.',
        width: 72,
        align: 'left',
        cell: (it) => (
          <>
            {(mayEdit || mayCancel) && !notEditableReason(it, today) && (
              <SelectBox
                name={nameOf(it, isOfMany)}
                isOn={isSelected(it)}
                onToggle={(isRange) => void toggle(it, isRange)}
              />
            )}{' '}
            {it.InstalmentSequence}
          </>
        ),
      },
      ...(isOfMany
        ? [
            {
              fieldName: 'ContractNumber',
              label: 'Contract',
              width: 190,
              cell: (it: Instalment) => {
                const name = [it.ClientNumber, it.ContractNumber].filter(Boolean).join(' / ') || it.ContractSequence;
                const to = hrefOf(it);
                return to === undefined ? name : <Link to={to}>{name}</Link>;
              },
            },
          ]
        : []),
      {
        fieldName: resource.date,
        width: isEditing ? Math.max(dateWidth, resource.dateWidth) : dateWidth,
        growsTo: widestDue,
        cell: (it) =>
          isEdited(it) ? (
            <DateEditor sameDay={sameDay} />
          ) : (
            <DueDate instalment={it} fieldName={resource.date} sameDay={sameDay} />
          ),
      },
      {
        fieldName: 'InstalmentAmount',
        label: 'Amount',
        width: 126,
        cell: (it) =>
          isEdited(it) ? (
            <FieldEditor field="InstalmentAmount" />
          ) : (
            it.InstalmentAmount != null && <MoneyText amount={it.InstalmentAmount} />
          ),
      },
      { fieldName: resource.status, label: 'Status', width: 120 },
      ...(hasReasons ? [reasonColumn('InstalmentResult', reasonOf)] : []),
      ...(hasCtc ? [{ fieldName: 'CTCAmount', width: 112 }] : []),
      ...resource.columns.map((column, index) => ({
        ...column,
        // A row that is edited shows all that can be.
        priority: isEditing ? undefined : index + 1,
        cell: (it: Instalment) =>
          isEdited(it) ? (
            <FieldEditor field={column.fieldName} />
          ) : (
            <FieldValue fieldName={column.fieldName} value={it[column.fieldName]} isShort />
          ),
      })),
    ],
    [
      dateWidth,
      hasCtc,
      hasReasons,
      hrefOf,
      isEdited,
      isEditing,
      isOfMany,
      isSelected,
      mayCancel,
      mayEdit,
      resource,
      sameDay,
      today,
      toggle,
    ],
  );

  const actions = useCallback(
    (it: Instalment) =>
      isEdited(it) ? (
        <EditorActions isOfMany={isOfMany} />
      ) : (
        <InstalmentActions
          resource={resource}
          instalment={it}
          isOfMany={isOfMany}
          day={dayHref?.(it)}
          onEdit={onEdit}
          onCancel={setCancelled}
          onRepeat={setLike}
        />
      ),
    [dayHref, isEdited, isOfMany, onEdit, resource],
  );

  // By the row that the event came from; in the order shown, which the grid alone knows.
  const beginAt = (event: SyntheticEvent<Element>, isByKey: boolean) => {
    const target = event.target as HTMLElement;
    if (!mayEdit || target.closest('button, a, input')) return;
    const row = target.closest('tr');
    const key = row?.querySelector<HTMLElement>('[data-instalment]')?.dataset['instalment'];
    const it = open.find((one) => keyOf(one) === key);
    const isAmount = target.closest<HTMLElement>('[data-column]')?.dataset['align'] === 'right';
    if (!it || isEdited(it)) return;
    if (isByKey) event.preventDefault();
    edit.begin(it, isAmount ? 'InstalmentAmount' : resource.date);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.defaultPrevented && (event.key === 'F2' || event.key === 'Enter')) beginAt(event, true);
  };

  return (
    <>
      <EditOutcome edit={edit} />
      {/* As high as the sums and the selection, which come with the first rows: the table stays where it is. */}
      {isLoading && instalments.length === 0 && <Box sx={{ height: 76 }} />}
      {instalments.length > 0 && <StatusSummary items={instalments} fieldName={resource.status} />}
      {(mayEdit || mayCancel) && (
        <ManyBar
          resource={resource}
          selected={selected}
          all={{ count: open.length, label: `${open.length} that can be changed`, onSelect: () => select(open) }}
          others={isOfMany ? undefined : instalments}
          onNone={clear}
          onDone={clear}
        />
      )}
      <Box
        ref={box}
        onDoubleClick={(event) => beginAt(event, false)}
        onKeyDown={onKeyDown}
        sx={named ? { [`& tr:has([data-instalment$="/${named}"]) > td`]: { bgcolor: 'action.selected' } } : undefined}
      >
        <EditContext value={edit}>
          <Grid<Instalment>
            label={resource.label}
            rows={instalments}
            columns={columns}
            status={{ loading: isLoading, error, retry }}
            empty={empty}
            rowKey={keyOf}
            actions={actions}
            sort={{ by, set: setBy }}
          />
        </EditContext>
      </Box>
      {cancelled && (
        <ChangeMany
          resource={resource}
          list={[cancelled]}
          change={{ kind: 'cancel' }}
          onClose={() => setCancelled(undefined)}
        />
      )}
      <AddInstalment
        resource={resource}
        contract={like && contractIdOf(like)}
        like={like}
        open={like !== undefined}
        onClose={() => setLike(undefined)}
      />
    </>
  );
}
