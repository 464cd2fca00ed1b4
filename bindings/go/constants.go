// Written by bindings/generate. DO NOT EDIT.

package manifact

// Status is the status of a call: 0 is success, a positive number a result with a condition worth
// knowing, a negative one a failure. It is an error, for errors.Is.
type Status int

// Values of Status.
const (
	OK             Status = 0
	IterationLimit Status = 1
	FewerClusters  Status = 2
	Contradictions Status = 3
	NotConverged   Status = 4
	ErrNull        Status = -101
	ErrHandle      Status = -102
	ErrArgument    Status = -103
	ErrOption      Status = -104
	ErrLength      Status = -105
	ErrMismatch    Status = -106
	ErrBusy        Status = -107
	ErrStructure   Status = -201
	ErrValue       Status = -202
	ErrEmpty       Status = -203
	ErrFormat      Status = -204
	ErrCorrupt     Status = -205
	ErrVersion     Status = -206
	ErrNumerics    Status = -301
	ErrMemory      Status = -401
	ErrBudget      Status = -402
	ErrIO          Status = -403
	ErrThreads     Status = -404
	ErrFeature     Status = -405
	ErrCancelled   Status = -501
	ErrInternal    Status = -601
)

// Format is the format of a file with a matrix.
type Format int

// Values of Format.
const (
	FormatAuto         Format = 0
	FormatMatrixMarket Format = 1
	FormatSvmlight     Format = 2
	FormatCSV          Format = 3
)

// ColumnType is what a column of a Table holds.
type ColumnType int

// Values of ColumnType.
const (
	ColumnOther   ColumnType = 0
	ColumnNumbers ColumnType = 1
	ColumnVectors ColumnType = 2
	ColumnTexts   ColumnType = 3
	ColumnTimes   ColumnType = 4
	ColumnNulls   ColumnType = 5
)

// GraphWeight is how the edges of a graph are weighted.
type GraphWeight int

// Values of GraphWeight.
const (
	WeightCosine       GraphWeight = 1
	WeightBinary       GraphWeight = 2
	WeightHeat         GraphWeight = 3
	WeightLocalScaling GraphWeight = 4
)

// GraphRule is which neighbor relations become edges.
type GraphRule int

// Values of GraphRule.
const (
	RuleSymmetric GraphRule = 0
	RuleOr        GraphRule = 1
	RuleMutual    GraphRule = 2
)

// Search is how neighbors are searched.
type Search int

// Values of Search.
const (
	SearchNone        Search = 0
	SearchAuto        Search = 1
	SearchExact       Search = 2
	SearchApproximate Search = 3
)

// Metric is how near two documents are.
type Metric int

// Values of Metric.
const (
	MetricCosine    Metric = 1
	MetricEuclidean Metric = 2
	MetricAuto      Metric = 3
)

// Gamma is how gamma of AdaptiveGraph is chosen.
type Gamma int

// Values of Gamma.
const (
	GammaRow   Gamma = 1
	GammaFixed Gamma = 2
)

// ConstraintKind is a kind of entries of Constraints.
type ConstraintKind int

// Values of ConstraintKind.
const (
	ConstraintsPairs          ConstraintKind = 1
	ConstraintsContradictions ConstraintKind = 2
	ConstraintsConflicts      ConstraintKind = 3
	ConstraintsLabeled        ConstraintKind = 4
	ConstraintsClasses        ConstraintKind = 5
	ConstraintsRepeated       ConstraintKind = 6
)

// OptionType is the type of an option.
type OptionType int

// Values of OptionType.
const (
	TypeInt64  OptionType = 1
	TypeDouble OptionType = 2
	TypeText   OptionType = 3
	TypeBool   OptionType = 4
)

// Score ranks the features of a cluster.
type Score int

// Values of Score.
const (
	ScoreConcept     Score = 1
	ScoreLift        Score = 2
	ScoreExclusivity Score = 3
)

// Block is a measure of a cluster of documents by a cluster of features.
type Block int

// Values of Block.
const (
	BlockMass Block = 1
	BlockMean Block = 2
	BlockLift Block = 3
)

// Linkage is how the distance of two groups of topics is measured.
type Linkage int

// Values of Linkage.
const (
	LinkageWard    Linkage = 1
	LinkageAverage Linkage = 2
)

// Weakness is why a topic is weak.
type Weakness int

// Values of Weakness.
const (
	WeaknessNone       Weakness = 0
	WeaknessEmpty      Weakness = 1
	WeaknessSmall      Weakness = 2
	WeaknessNearCopy   Weakness = 3
	WeaknessIncoherent Weakness = 4
)

// Direction is that of a trend.
type Direction int

// Values of Direction.
const (
	Falling Direction = -1
	Rising  Direction = 1
)

// Change is what became of a topic in a later model.
type Change int

// Values of Change.
const (
	ChangeStayed   Change = 1
	ChangeMoved    Change = 2
	ChangeSplit    Change = 3
	ChangeJoined   Change = 4
	ChangeAppeared Change = 5
	ChangeVanished Change = 6
)
