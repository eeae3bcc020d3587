/** Where finished days are kept, as the environment says it. */

/** An S3-compatible bucket. */
export interface BucketSettings {
  readonly bucket: string;
  /** Before every key, without '/' at its ends; '' for none. */
  readonly prefix: string;
  /** 'https://host' of the service; undefined for AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export const ARCHIVE_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]*)(?:\/(.*))?$/;

export interface BucketVariables {
  readonly ARCHIVE_URL?: string | undefined;
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_REGION: string;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: string | undefined;
}

/** @returns the bucket, undefined for a folder, or a text that says what is missing. */
export function bucketSettings(values: BucketVariables): BucketSettings | string | undefined {
  const { ARCHIVE_URL: url, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (url === undefined) return undefined;
  const [, bucket = "", path = ""] = ARCHIVE_URL.exec(url) ?? [];
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return "ARCHIVE_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY";
  const prefix = path.replace(/^\/+|\/+$/g, "");
  return { bucket, prefix, endpoint: values.S3_ENDPOINT, region: values.S3_REGION, accessKeyId, secretAccessKey };
}
