// Types of the package. Those of methods that follow from the C interface are in methods.d.ts.
import {
  Block, Change, ConstraintKind, ConstraintsMethods, GraphMethods, GraphRule, GraphWeight,
  MatrixMethods, Metric, ModelArray, ModelMethods, OptionType, Origin, Score, Search, SolverMethods,
  Status, VectorizerMethods
} from './methods'

export {
  Block, Change, ConstraintKind, Direction, Format, Gamma, GraphRule, GraphWeight, Linkage, Metric,
  ModelArray, OptionType, Origin, Score, Search, Status, Weakness
} from './methods'

/** The state of a call: total is 0 if it is not known; objective and change are NaN outside of fits. */
export interface Progress {
  stage: string
  done: number
  total: number
  objective: number
  change: number
}

/** How a call that takes long runs. */
export interface Call {
  /** Stops the call: the promise is rejected with the reason of the signal. */
  signal?: AbortSignal
  /** Called before the result comes; what it throws stops the call. */
  onProgress?: (progress: Progress) => void
  /** 1 by default, 0 for all cores. */
  threads?: number
}

export type Indices = Int32Array | BigInt64Array | readonly number[]
export type Values = Float64Array | Float32Array | readonly number[]
export type Options = Record<string, boolean | number | bigint | string | undefined>
/** A pair of documents and its weight: 1 for those that belong together, -1 for those that do not. */
export type Pair = [first: number, second: number, weight: number]

/** The failure of a call. */
export class ManifactError extends Error {
  /** A negative number, as in the C interface. */
  readonly status: number
  /** For example "ERR_MANIFACT_OPTION". */
  readonly code: string
}

interface Closable {
  /** Frees the object, at the end of the calls that use it. */
  close(): void
}

/** A sparse or dense matrix, whose rows are documents; immutable. */
export class Matrix extends MatrixMethods implements Closable {
  private constructor()
  /** A matrix in compressed rows. borrow: the typed arrays are used in place. */
  static csr(nRows: number, nColumns: number, indptr: Indices, indices: Indices, values: Values,
    options?: { borrow?: boolean }): Matrix
  /** A matrix in compressed columns. */
  static csc(nRows: number, nColumns: number, indptr: Indices, rows: Indices, values: Values): Matrix
  /** A dense matrix, row by row. */
  static dense(nRows: number, nColumns: number, values: Values,
    options?: { borrow?: boolean }): Matrix
  toCsr(): { indptr: number[]; indices: number[]; values: Float64Array }
  /** The rows first ... first + nRows - 1, which have nEntries entries. */
  copyRows(first: number, nRows: number, nEntries: number): {
    indices: number[]; values: Float64Array }
  rowLabels(): Float64Array | null
  valueType(): 'float' | 'double'
  close(): void
}

/** A graph of documents; immutable. */
export class Graph extends GraphMethods implements Closable {
  private constructor()
  static knn(X: Matrix, neighbors: number, options?: { metric?: Metric; weight?: GraphWeight;
    rule?: GraphRule; bandwidth?: number; search?: Search; recall?: number; seed?: number } & Call):
    Promise<Graph>
  close(): void
}

/** Labels and pairs of some documents; immutable. */
export class Constraints extends ConstraintsMethods implements Closable {
  private constructor()
  static create(nDocuments: number, options?: { labels?: Int32Array | readonly number[] | null;
    pairs?: readonly Pair[] }): Constraints
  list(kind: ConstraintKind): Pair[]
  close(): void
}

/** Counts the terms of texts. A finished one is immutable. */
export class Vectorizer extends VectorizerMethods implements Closable {
  private constructor()
  static create(options?: Options): Vectorizer
  set(options: Options): this
  get(name: string): boolean | number | string
  /** Adds texts and finishes: the counts, documents x terms. */
  fitTransform(texts: Iterable<string>, options?: Call): Promise<Matrix>
  close(): void
}

/** A method with its options. It serves one call at a time. */
export class Solver extends SolverMethods implements Closable {
  private constructor()
  static create(method?: string, options?: Options): Solver
  static fromModel(model: Model): Solver
  set(options: Options): this
  get(name: string): boolean | number | string
  setTexts(counts: Matrix | null, vectorizer: Vectorizer | null): this
  setColumn(name: string, texts: Iterable<string> | null): this
  setStartFactors(nDocuments: number, nClusters: number,
    W: Float64Array | readonly number[] | null, V: Float64Array | readonly number[] | null): this
  setStartFeatures(nFeatures: number, nFeatureClusters: number,
    G: Float64Array | readonly number[] | null): this
  close(): void
}

export interface ArrayOf<T = Float64Array | Int32Array | BigInt64Array> {
  /** Row by row; empty if the model has no such array. */
  values: T
  rows: number
  columns: number
}

type IntegerArray = 'labels' | 'sizes' | 'feature-labels' | 'feature-sizes'

export interface Edit {
  text: string
  /** The topic that each topic became. */
  map: number[]
  /** Of an update. */
  drift: { documents: number; far: number; unassigned: number; terms: number; unknown: number } | null
}

/** The result of a fit; immutable. */
export class Model extends ModelMethods implements Closable {
  private constructor()
  /** An array as a copy. */
  array(which: Exclude<ModelArray, IntegerArray>): ArrayOf<Float64Array>
  array(which: ModelArray): ArrayOf
  /** The memory of the model itself, which must not be written to. */
  view(which: Exclude<ModelArray, IntegerArray>): ArrayOf<Float64Array>
  view(which: ModelArray): ArrayOf
  /** The cluster of each document, -1 for none. */
  labels(): Int32Array
  /** The number of documents of each cluster. */
  sizes(): number[]
  terms(cluster: number, options?: { score?: Score; count?: number }): {
    term: string; score: number }[]
  topics(options?: { score?: Score; count?: number }): {
    topic: number; title: string; size: number; terms: string[] }[]
  /** The cluster of each text or row, -1 for none. */
  assign(data: readonly string[] | Matrix, options?: Call): Promise<Int32Array>
  assignTexts(texts: Iterable<string>, options?: Call): Promise<Int32Array>
  assignMemberships(X: Matrix, options?: Call): Promise<{
    labels: Int32Array; memberships: Float64Array }>
  options(): Record<string, string>
  option(name: string): string | null
  optionOrigins(): Record<string, { origin: Origin; setting: string | null }>
  diagnostics(): Record<string, string>
  warnings(): string[]
  violations(): Pair[]
  edits(): Edit[]
  columnNames(): string[]
  column(name: string): string[]
  /** A model with the rows of X added; terms: how many terms each row has. */
  update(X: Matrix, options?: { terms?: Indices | null } & Call): Promise<Model>
  update(texts: readonly string[], options?: Call): Promise<Model>
  updateTexts(texts: Iterable<string>, options?: Call): Promise<Model>
  /** A Buffer, which Model.loadMemory() reads. */
  toBuffer(options?: Call): Promise<Uint8Array>
  close(): void
}

/** What Solver.suggestK() found. */
export class Suggestion implements Closable {
  private constructor()
  k(): number
  reason(): string | null
  rows(): { k: number; eigenvalue: number; gap: number; stability: number; score: number;
    status: Status; why: string | null }[]
  warnings(): string[]
  close(): void
}

/** Clusters texts, or the rows of a matrix. */
export function cluster(data: Iterable<string> | Matrix, options: { clusters: number;
  method?: string; options?: Options; vectorizer?: Options } & Call): Promise<Model>

export function evaluate(truth: Int32Array | readonly number[],
  predicted: Int32Array | readonly number[]): {
  accuracy: number; nmi: number; nmiSqrt: number; ari: number; purity: number }

/** Labels of some documents by the features of topics. */
export function seedLabels(X: Matrix, seeds: readonly { topic: number; features: readonly number[];
  weight?: number }[], nTopics: number, nClusters: number): {
  labels: Int32Array; matched: number[]; chosen: number[] }

export function methods(): { name: string; summary: string; reference: string }[]

export function options(method: string): { name: string; type: OptionType; minimum: number;
  maximum: number; words: string | null; fallback: string; denseDefault: string | null;
  summary: string; isExpert: boolean }[]

export function version(): string
export function hasFeature(name: string): boolean
