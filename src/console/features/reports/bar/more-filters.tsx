import { put, useAddress } from '#console/kit/address/address.ts';
import { FieldFilters } from '#console/kit/form/field-filters.tsx';
import { DropDown } from '#console/kit/ui/drop-down.tsx';
import { fieldOf } from '#contract/fields.ts';

export function MoreFilters({
  fieldNames,
  problems,
}: {
  fieldNames: readonly string[];
  problems: Record<string, string>;
}) {
  const [query] = useAddress();
  const set = fieldNames.filter((fieldName) => query.get(fieldName)).length;
  return (
    <DropDown
      label={set > 0 ? `More filters (${set})` : 'More filters'}
      title="More filters"
      role="dialog"
      variant="outlined"
      width={300}
    >
      {() => <FieldFilters fieldNames={fieldNames} problems={problems} />}
    </DropDown>
  );
}

export function useSetFilters(fieldNames: readonly string[]): { text: string; remove(): void }[] {
  const [query, change] = useAddress();
  return fieldNames.flatMap((fieldName) => {
    const value = query.get(fieldName);
    if (!value) return [];
    const remove = () => change((now) => put(now, { [fieldName]: '' }));
    return [{ text: `${fieldOf(fieldName)?.label ?? fieldName} ${value}`, remove }];
  });
}
