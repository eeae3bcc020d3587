/** Something on disk is not what the archive wrote, or could not be written. One line that names the file. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

/** Of one object alone: what is stored is not what was written. */
export class DamagedObject extends ArchiveError {}
