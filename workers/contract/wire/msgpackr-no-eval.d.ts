/** msgpackr without generated code, so that it works under a policy that forbids eval. It ships no types for this entry. */
declare module "msgpackr/index-no-eval" {
  interface PackrOptions {
    readonly useRecords?: boolean;
    readonly mapsAsObjects?: boolean;
    readonly copyBuffers?: boolean;
    readonly int64AsType?: "bigint" | "number" | "string";
    readonly encodeUndefinedAsNil?: boolean;
    readonly moreTypes?: boolean;
  }
  export class Packr {
    constructor(options?: PackrOptions);
    pack(value: unknown): Uint8Array;
    unpackMultiple(bytes: Uint8Array): unknown[];
    unpack(bytes: Uint8Array): unknown;
  }
}
